import { del, get, promisifyRequest, set } from 'idb-keyval'
import type * as z from 'zod/mini'
import { errorStatus } from '../../../contract/errors.ts'
import { ApiError } from '../api-error.ts'
import { atOnce, readThenWrite, type Stores, records as store } from './database.ts'
import { type Kept, type Migration, readKept } from './kept.ts'
import { noticesOn } from './notices.ts'
import { sameAsKept } from './same-as-kept.ts'
import type { Shelf } from './shelf.ts'

export interface ShelfDescription<Value, Listed> {
  name: string
  schema: z.ZodMiniType<Value>
  /** Of the values without their large bytes. */
  listed: z.ZodMiniType<Listed>
  /** `migrations[0]` leads from version 1 to 2, and so on: today's version is one more than there are. */
  migrations?: readonly Migration[]
  /** The values have large bytes, which are kept apart from their records. */
  hasBytes?: boolean
}

/** Besides what everybody uses: several records in one transaction, for records without large bytes. */
export interface WideShelf<Value, Listed = Value> extends Shelf<Value, Listed> {
  /**
   * @param decide sees all records and gives those to write; `undefined` removes
   * @throws ApiError DeviceFull, MemoryLost
   */
  changeAll(
    decide: (
      all: [key: string, value: Listed][],
    ) => readonly (readonly [key: string, value: Value | undefined])[],
  ): Promise<void>
}

const changes = noticesOn<{ shelf?: string; key?: string }>('memory')

/** Turns what a browser throws into the words of the contract. */
export function memoryError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  const code = (cause as Error | undefined)?.name === 'QuotaExceededError' ? 'DeviceFull' : 'MemoryLost'
  return new ApiError(code, errorStatus[code], { cause })
}

/** @throws ApiError DeviceFull, MemoryLost */
async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw memoryError(error)
  }
}

/** Everything the device keeps leaves, on all shelves. */
export async function clearAllShelves(): Promise<void> {
  await inWords(
    atOnce(both, 'readwrite', ({ records, bytes }) => {
      records.clear()
      bytes.clear()
    }),
  )
  changes.tell({})
}

/** Parts a value into what is listed and its large bytes. */
function partsOf(value: unknown): { light: unknown; bytes: ArrayBuffer | undefined } {
  if (typeof value !== 'object' || value === null || !('bytes' in value))
    return { light: value, bytes: undefined }
  const { bytes, ...light } = value as { bytes?: ArrayBuffer }
  return { light, bytes }
}

const both = ['records', 'bytes'] as const
const small = ['records'] as const

type Read = readonly [kept: Kept | undefined, large: ArrayBuffer | undefined]

/**
 * Makes a shelf in the one database of the origin. A single record without large bytes is read and written through
 * idb-keyval. Transactions of our own are used where one has to span more than that:
 * - a record and its bytes, which must never belong to different versions;
 * - a change that depends on what is there, and may remove it or leave it as it is;
 * - several entries of the outbox, which are decided on together;
 * - listings and `clear`: idb-keyval has no key ranges and would read every shelf.
 */
export function makeShelf<Value, Listed>(
  description: ShelfDescription<Value, Listed>,
): WideShelf<Value, Listed> {
  const { name, schema, listed, migrations = [], hasBytes = false } = description
  const version = migrations.length + 1
  const scope = hasBytes ? both : small
  const keyOf = (key: string) => `${name}/${key}`
  const range = () => IDBKeyRange.bound(`${name}/`, `${name}0`, false, true)
  const tell = (key?: string) => changes.tell({ shelf: name, key })

  const requestRecord = ({ records, bytes }: Stores, key: string): Promise<Read> =>
    Promise.all([
      promisifyRequest<Kept | undefined>(records.get(keyOf(key))),
      hasBytes ? promisifyRequest<ArrayBuffer | undefined>(bytes.get(keyOf(key))) : undefined,
    ])

  const read = async (key: string): Promise<Read> =>
    hasBytes
      ? atOnce(both, 'readonly', (stores) => requestRecord(stores, key))
      : [await get<Kept>(keyOf(key), store), undefined]

  const write = (stores: Stores, key: string, value: Value | undefined, largeBefore?: ArrayBuffer) => {
    const { light, bytes } = partsOf(value)
    if (value === undefined) stores.records.delete(keyOf(key))
    else stores.records.put({ version, value: light } satisfies Kept, keyOf(key))
    if (!hasBytes) return
    if (!bytes) stores.bytes.delete(keyOf(key))
    else if (bytes !== largeBefore) stores.bytes.put(bytes, keyOf(key))
  }

  const writeOne = async (key: string, value: Value | undefined): Promise<void> => {
    if (hasBytes) await atOnce(both, 'readwrite', (stores) => write(stores, key, value))
    else if (value === undefined) await del(keyOf(key), store)
    else await set(keyOf(key), { version, value } satisfies Kept, store)
  }

  const requestAll = async ({ records }: Stores): Promise<[string, Listed][]> => {
    const [keys, all] = await Promise.all([
      promisifyRequest(records.getAllKeys(range())) as Promise<string[]>,
      promisifyRequest<Kept[]>(records.getAll(range())),
    ])
    return all.flatMap((kept, index): [string, Listed][] => {
      const value = readKept(listed, migrations, kept)
      return value === undefined ? [] : [[(keys[index] as string).slice(name.length + 1), value]]
    })
  }

  return {
    async get(key) {
      const [kept, large] = await inWords(read(key))
      return readKept(schema, migrations, kept, large)
    },
    async put(key, value) {
      await inWords(writeOne(key, value))
      const { light, bytes } = partsOf(value)
      const [kept, large] = await inWords(read(key))
      if (!(await sameAsKept({ light, bytes }, { light: kept?.value, bytes: large }))) {
        throw memoryError(new Error(`${name}: not the same when read back`))
      }
      tell(key)
    },
    async change(key, change) {
      const { after, isChanged } = await inWords(
        readThenWrite(
          scope,
          (stores) => requestRecord(stores, key),
          (stores, [kept, large]) => {
            const before = readKept(schema, migrations, kept, large)
            const after = change(before)
            if (after !== before) write(stores, key, after, large)
            return { after, isChanged: after !== before }
          },
        ),
      )
      if (isChanged) tell(key)
      return after
    },
    async remove(key) {
      await inWords(writeOne(key, undefined))
      tell(key)
    },
    entries: () => inWords(atOnce(small, 'readonly', requestAll)),
    async changeAll(decide) {
      const writes = await inWords(
        readThenWrite(scope, requestAll, (stores, all) => {
          const decided = decide(all)
          for (const [key, value] of decided) write(stores, key, value)
          return decided
        }),
      )
      for (const [key] of writes) tell(key)
    },
    async clear() {
      await inWords(
        atOnce(scope, 'readwrite', (stores) => {
          for (const each of scope) stores[each].delete(range())
        }),
      )
      tell()
    },
    onChange: (listener) =>
      changes.listen((change) => {
        if (change.shelf === undefined || change.shelf === name) listener(change.key)
      }),
  }
}
