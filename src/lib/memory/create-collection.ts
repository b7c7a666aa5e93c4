import { del, get, promisifyRequest, set } from 'idb-keyval'
import type * as z from 'zod/mini'
import { errorStatus } from '../../../contract/errors.ts'
import { ApiError } from '../api-error.ts'
import { sha256 } from '../sha256.ts'
import { openChannel } from './channel.ts'
import type { Collection } from './collection.ts'
import { readThenWrite, runTransaction, type Stores, records as store } from './database.ts'
import { type Migration, readStoredRecord, type StoredRecord } from './stored-record.ts'

export interface CollectionOptions<Value, Listed> {
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
export interface BatchCollection<Value, Listed = Value> extends Collection<Value, Listed> {
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

const changeChannel = openChannel<{ collection?: string; key?: string }>('memory', (notifyLocally) =>
  notifyLocally({}),
)

/** Converts a browser exception to an error of the contract. */
export function toStorageError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  const code = (cause as Error | undefined)?.name === 'QuotaExceededError' ? 'DeviceFull' : 'MemoryLost'
  return new ApiError(code, errorStatus[code], { cause })
}

/** @throws ApiError DeviceFull, MemoryLost */
async function withContractErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw toStorageError(error)
  }
}

/** Deletes the records of all collections. */
export async function clearAllCollections(): Promise<void> {
  await withContractErrors(
    runTransaction(allStores, 'readwrite', ({ records, bytes }) => {
      records.clear()
      bytes.clear()
    }),
  )
  changeChannel.broadcast({})
}

/** Splits a value into the listed fields and its large bytes. */
function splitValue(value: unknown): { fields: unknown; bytes: ArrayBuffer | undefined } {
  if (typeof value !== 'object' || value === null || !('bytes' in value))
    return { fields: value, bytes: undefined }
  const { bytes, ...fields } = value as { bytes?: ArrayBuffer }
  return { fields, bytes }
}

const allStores = ['records', 'bytes'] as const
const recordsOnly = ['records'] as const

type RecordAndBytes = readonly [kept: StoredRecord | undefined, large: ArrayBuffer | undefined]

/**
 * Creates a collection in the database of the origin. A single record without large bytes is read and written through
 * idb-keyval. Other cases need transactions that it does not offer:
 * - a record and its bytes, which must never belong to different versions;
 * - a read-modify-write that may also delete the record or leave it unchanged;
 * - several outbox entries that are changed together;
 * - listings and `clear`: idb-keyval has no key ranges and would read every collection.
 */
export function createCollection<Value, Listed>(
  options: CollectionOptions<Value, Listed>,
): BatchCollection<Value, Listed> {
  const { name, schema, listed, migrations = [], hasBytes = false } = options
  const version = migrations.length + 1
  const storeScope = hasBytes ? allStores : recordsOnly
  const toKey = (key: string) => `${name}/${key}`
  const getKeyRange = () => IDBKeyRange.bound(`${name}/`, `${name}0`, false, true)
  const broadcast = (key?: string) => changeChannel.broadcast({ collection: name, key })

  const requestRecord = ({ records, bytes }: Stores, key: string): Promise<RecordAndBytes> =>
    Promise.all([
      promisifyRequest<StoredRecord | undefined>(records.get(toKey(key))),
      hasBytes ? promisifyRequest<ArrayBuffer | undefined>(bytes.get(toKey(key))) : undefined,
    ])

  const readRecord = async (key: string): Promise<RecordAndBytes> =>
    hasBytes
      ? runTransaction(allStores, 'readonly', (stores) => requestRecord(stores, key))
      : [await get<StoredRecord>(toKey(key), store), undefined]

  const writeToStores = (
    stores: Stores,
    key: string,
    value: Value | undefined,
    bytesBefore?: ArrayBuffer,
  ) => {
    const { fields, bytes } = splitValue(value)
    if (value === undefined) stores.records.delete(toKey(key))
    else stores.records.put({ version, value: fields } satisfies StoredRecord, toKey(key))
    if (!hasBytes) return
    if (!bytes) stores.bytes.delete(toKey(key))
    else if (bytes !== bytesBefore) stores.bytes.put(bytes, toKey(key))
  }

  const writeRecord = async (key: string, value: Value | undefined): Promise<void> => {
    if (hasBytes) await runTransaction(allStores, 'readwrite', (stores) => writeToStores(stores, key, value))
    else if (value === undefined) await del(toKey(key), store)
    else await set(toKey(key), { version, value } satisfies StoredRecord, store)
  }

  const requestAllRecords = async ({ records }: Stores): Promise<[string, Listed][]> => {
    const [keys, all] = await Promise.all([
      promisifyRequest(records.getAllKeys(getKeyRange())) as Promise<string[]>,
      promisifyRequest<StoredRecord[]>(records.getAll(getKeyRange())),
    ])
    return all.flatMap((record, index): [string, Listed][] => {
      const value = readStoredRecord(listed, migrations, record)
      return value === undefined ? [] : [[(keys[index] as string).slice(name.length + 1), value]]
    })
  }

  return {
    async get(key) {
      const [record, largeBytes] = await withContractErrors(readRecord(key))
      return readStoredRecord(schema, migrations, record, largeBytes)
    },
    async put(key, value) {
      await withContractErrors(writeRecord(key, value))
      const { fields, bytes } = splitValue(value)
      const [record, largeBytes] = await withContractErrors(readRecord(key))
      if (!(await isSameAsStored({ fields, bytes }, { fields: record?.value, bytes: largeBytes }))) {
        throw toStorageError(new Error(`${name}: not the same when read back`))
      }
      broadcast(key)
    },
    async change(key, change) {
      const { after, isChanged } = await withContractErrors(
        readThenWrite(
          storeScope,
          (stores) => requestRecord(stores, key),
          (stores, [record, largeBytes]) => {
            const before = readStoredRecord(schema, migrations, record, largeBytes)
            const after = change(before)
            if (after !== before) writeToStores(stores, key, after, largeBytes)
            return { after, isChanged: after !== before }
          },
        ),
      )
      if (isChanged) broadcast(key)
      return after
    },
    async remove(key) {
      await withContractErrors(writeRecord(key, undefined))
      broadcast(key)
    },
    entries: () => withContractErrors(runTransaction(recordsOnly, 'readonly', requestAllRecords)),
    async changeAll(decide) {
      const writes = await withContractErrors(
        readThenWrite(storeScope, requestAllRecords, (stores, all) => {
          const changedEntries = decide(all)
          for (const [key, value] of changedEntries) writeToStores(stores, key, value)
          return changedEntries
        }),
      )
      for (const [key] of writes) broadcast(key)
    },
    async clear() {
      await withContractErrors(
        runTransaction(storeScope, 'readwrite', (stores) => {
          for (const each of storeScope) stores[each].delete(getKeyRange())
        }),
      )
      broadcast()
    },
    onChange: (listener) =>
      changeChannel.listen((change) => {
        if (change.collection === undefined || change.collection === name) listener(change.key)
      }),
  }
}

interface RecordParts {
  fields: unknown
  bytes: ArrayBuffer | undefined
}

/** Compares a record read back from the database with the written one: fields by value, bytes by SHA-256. */
async function isSameAsStored(written: RecordParts, readBack: RecordParts): Promise<boolean> {
  if (JSON.stringify(written.fields) !== JSON.stringify(readBack.fields)) return false
  if (!written.bytes || !readBack.bytes) return written.bytes === readBack.bytes
  const { sha256: storedHash } = written.fields as { sha256?: unknown }
  const expected = typeof storedHash === 'string' ? storedHash : await sha256(written.bytes)
  return expected === (await sha256(readBack.bytes))
}
