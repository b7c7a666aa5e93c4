import { del, get, promisifyRequest, set } from 'idb-keyval'
import type * as z from 'zod/mini'
import { errorStatus } from '../../../contract/errors.ts'
import { ApiError } from '../api-error.ts'
import { openChannel } from './channel.ts'
import type { Collection } from './collection.ts'
import { atOnce, readThenWrite, type Stores, records as store } from './database.ts'
import { sameAsKept } from './same-as-kept.ts'
import { type Kept, type Migration, readKept } from './stored-record.ts'

export interface CollectionDescription<Value, Listed> {
  name: string
  schema: z.ZodMiniType<Value>
  /** Validates the values without their large bytes. */
  listed: z.ZodMiniType<Listed>
  /** `migrations[0]` leads from version 1 to 2, and so on. The current version is `migrations.length + 1`. */
  migrations?: readonly Migration[]
  /** Whether values have large bytes, which are stored separately from their records. */
  hasBytes?: boolean
}

/** Adds changes of several records in one transaction; for records without large bytes. */
export interface WideCollection<Value, Listed = Value> extends Collection<Value, Listed> {
  /**
   * @param decide receives all records and returns those to write; `undefined` deletes
   * @throws ApiError DeviceFull, MemoryLost
   */
  changeAll(
    decide: (
      all: [key: string, value: Listed][],
    ) => readonly (readonly [key: string, value: Value | undefined])[],
  ): Promise<void>
}

const changes = openChannel<{ collection?: string; key?: string }>('memory', (tellHere) => tellHere({}))

/** Converts a browser exception to an error of the contract. */
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

/** Deletes the records of all collections. */
export async function clearAllCollections(): Promise<void> {
  await inWords(
    atOnce(both, 'readwrite', ({ records, bytes }) => {
      records.clear()
      bytes.clear()
    }),
  )
  changes.broadcast({})
}

/** Splits a value into the listed fields and its large bytes. */
function splitValue(value: unknown): { light: unknown; bytes: ArrayBuffer | undefined } {
  if (typeof value !== 'object' || value === null || !('bytes' in value))
    return { light: value, bytes: undefined }
  const { bytes, ...light } = value as { bytes?: ArrayBuffer }
  return { light, bytes }
}

const both = ['records', 'bytes'] as const
const small = ['records'] as const

type Read = readonly [kept: Kept | undefined, large: ArrayBuffer | undefined]

/**
 * Creates a collection in the database of the origin. A single record without large bytes is read and written through
 * idb-keyval. Other cases need transactions that it does not offer:
 * - a record and its bytes, which must never belong to different versions;
 * - a read-modify-write that may also delete the record or leave it unchanged;
 * - several outbox entries that are changed together;
 * - listings and `clear`: idb-keyval has no key ranges and would read every collection.
 */
export function createCollection<Value, Listed>(
  description: CollectionDescription<Value, Listed>,
): WideCollection<Value, Listed> {
  const { name, schema, listed, migrations = [], hasBytes = false } = description
  const version = migrations.length + 1
  const scope = hasBytes ? both : small
  const toKey = (key: string) => `${name}/${key}`
  const range = () => IDBKeyRange.bound(`${name}/`, `${name}0`, false, true)
  const broadcast = (key?: string) => changes.broadcast({ collection: name, key })

  const requestRecord = ({ records, bytes }: Stores, key: string): Promise<Read> =>
    Promise.all([
      promisifyRequest<Kept | undefined>(records.get(toKey(key))),
      hasBytes ? promisifyRequest<ArrayBuffer | undefined>(bytes.get(toKey(key))) : undefined,
    ])

  const read = async (key: string): Promise<Read> =>
    hasBytes
      ? atOnce(both, 'readonly', (stores) => requestRecord(stores, key))
      : [await get<Kept>(toKey(key), store), undefined]

  const write = (stores: Stores, key: string, value: Value | undefined, largeBefore?: ArrayBuffer) => {
    const { light, bytes } = splitValue(value)
    if (value === undefined) stores.records.delete(toKey(key))
    else stores.records.put({ version, value: light } satisfies Kept, toKey(key))
    if (!hasBytes) return
    if (!bytes) stores.bytes.delete(toKey(key))
    else if (bytes !== largeBefore) stores.bytes.put(bytes, toKey(key))
  }

  const writeOne = async (key: string, value: Value | undefined): Promise<void> => {
    if (hasBytes) await atOnce(both, 'readwrite', (stores) => write(stores, key, value))
    else if (value === undefined) await del(toKey(key), store)
    else await set(toKey(key), { version, value } satisfies Kept, store)
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
      const { light, bytes } = splitValue(value)
      const [kept, large] = await inWords(read(key))
      if (!(await sameAsKept({ light, bytes }, { light: kept?.value, bytes: large }))) {
        throw memoryError(new Error(`${name}: not the same when read back`))
      }
      broadcast(key)
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
      if (isChanged) broadcast(key)
      return after
    },
    async remove(key) {
      await inWords(writeOne(key, undefined))
      broadcast(key)
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
      for (const [key] of writes) broadcast(key)
    },
    async clear() {
      await inWords(
        atOnce(scope, 'readwrite', (stores) => {
          for (const each of scope) stores[each].delete(range())
        }),
      )
      broadcast()
    },
    onChange: (listener) =>
      changes.listen((change) => {
        if (change.collection === undefined || change.collection === name) listener(change.key)
      }),
  }
}
