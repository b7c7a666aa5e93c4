import { promisifyRequest } from 'idb-keyval'
import type * as z from 'zod/mini'
import { errorStatus } from '../../../contract/errors.ts'
import { ApiError } from '../api-error.ts'
import { withBoth } from './database.ts'
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

interface Stores {
  records: IDBObjectStore
  bytes: IDBObjectStore
}

const changes = noticesOn<{ shelf?: string; key?: string }>('memory')

/** Turns what a browser throws into the words of the contract. */
export function memoryError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  const code = (cause as Error | undefined)?.name === 'QuotaExceededError' ? 'DeviceFull' : 'MemoryLost'
  return new ApiError(code, errorStatus[code], { cause })
}

async function transact<Result>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  try {
    return await withBoth(mode, async (records, bytes) => {
      try {
        const result = await work({ records, bytes })
        if (mode === 'readwrite') await promisifyRequest(records.transaction)
        return result
      } catch (error) {
        // a transaction that failed by itself is gone already
        if (!records.transaction.error) records.transaction.abort()
        throw error
      }
    })
  } catch (error) {
    throw memoryError(error)
  }
}

/** Everything the device keeps leaves, on all shelves. */
export async function clearAllShelves(): Promise<void> {
  await transact('readwrite', async ({ records, bytes }) => {
    records.clear()
    bytes.clear()
  })
  changes.tell({})
}

/** Parts a value into what is listed and its large bytes. */
function partsOf(value: unknown): { light: unknown; bytes: ArrayBuffer | undefined } {
  if (typeof value !== 'object' || value === null || !('bytes' in value))
    return { light: value, bytes: undefined }
  const { bytes, ...light } = value as { bytes?: ArrayBuffer }
  return { light, bytes }
}

/** Makes a shelf in the one database of the origin. */
export function makeShelf<Value, Listed>(
  description: ShelfDescription<Value, Listed>,
): WideShelf<Value, Listed> {
  const { name, schema, listed, migrations = [] } = description
  const version = migrations.length + 1
  const keyOf = (key: string) => `${name}/${key}`
  const range = () => IDBKeyRange.bound(`${name}/`, `${name}0`, false, true)
  const tell = (key?: string) => changes.tell({ shelf: name, key })

  const readRaw = async ({ records, bytes }: Stores, key: string) => {
    const [kept, large] = await Promise.all([
      promisifyRequest<Kept | undefined>(records.get(keyOf(key))),
      promisifyRequest<ArrayBuffer | undefined>(bytes.get(keyOf(key))),
    ])
    return { kept, large }
  }

  const write = (stores: Stores, key: string, value: Value | undefined, largeBefore?: ArrayBuffer) => {
    if (value === undefined) {
      stores.records.delete(keyOf(key))
      stores.bytes.delete(keyOf(key))
      return
    }
    const { light, bytes } = partsOf(value)
    stores.records.put({ version, value: light } satisfies Kept, keyOf(key))
    if (!bytes) stores.bytes.delete(keyOf(key))
    else if (bytes !== largeBefore) stores.bytes.put(bytes, keyOf(key))
  }

  const list = async ({ records }: Stores): Promise<[string, Listed][]> => {
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
      const { kept, large } = await transact('readonly', (stores) => readRaw(stores, key))
      return readKept(schema, migrations, kept, large)
    },
    async put(key, value) {
      await transact('readwrite', async (stores) => write(stores, key, value))
      const { light, bytes } = partsOf(value)
      const { kept, large } = await transact('readonly', (stores) => readRaw(stores, key))
      if (!(await sameAsKept({ light, bytes }, { light: kept?.value, bytes: large }))) {
        throw memoryError(new Error(`${name}: not the same when read back`))
      }
      tell(key)
    },
    async change(key, change) {
      let changed = false
      const result = await transact('readwrite', async (stores) => {
        const { kept, large } = await readRaw(stores, key)
        const before = readKept(schema, migrations, kept, large)
        const after = change(before)
        changed = after !== before
        if (changed) write(stores, key, after, large)
        return after
      })
      if (changed) tell(key)
      return result
    },
    async remove(key) {
      await transact('readwrite', async (stores) => write(stores, key, undefined))
      tell(key)
    },
    entries: () => transact('readonly', list),
    async changeAll(decide) {
      let keys: string[] = []
      await transact('readwrite', async (stores) => {
        const writes = decide(await list(stores))
        keys = writes.map(([key]) => key)
        for (const [key, value] of writes) write(stores, key, value)
      })
      for (const key of keys) tell(key)
    },
    async clear() {
      await transact('readwrite', async ({ records, bytes }) => {
        records.delete(range())
        bytes.delete(range())
      })
      tell()
    },
    onChange: (listener) =>
      changes.listen((change) => {
        if (change.shelf === undefined || change.shelf === name) listener(change.key)
      }),
  }
}
