import { atom, getDefaultStore } from 'jotai'
import { errorStatus } from '../../../contract/errors.ts'
import { ApiError, isApiError } from '../../lib/api.ts'
import { type StoredFile, sha256, storedFiles } from '../../lib/memory/index.ts'
import { fetchFile } from './fetch-file.ts'
import { runningKey, setState } from './file-state.ts'
import type { OrderFile } from './files.ts'

const fileStoreKey = (orderId: string, fileKey: string) => `${orderId}/${fileKey}`

/** Provides the keys of the files that are stored for offline use, prefixed with the order id. */
export const keptKeysAtom = atom<ReadonlySet<string>>(new Set<string>())

let following = false

/** Subscribes to the stored files, including changes by other tabs. Repeated calls have no effect. */
export function followKept(): void {
  if (following) return
  following = true
  const read = async () => {
    const entries = await storedFiles.entries().catch(() => [])
    getDefaultStore().set(keptKeysAtom, new Set(entries.map(([key]) => key)))
  }
  storedFiles.onChange(() => void read())
  void read()
}

export const isKept = (keys: ReadonlySet<string>, orderId: string, file: OrderFile) =>
  keys.has(fileStoreKey(orderId, file.key))

/**
 * Downloads a file and stores it for offline use. An error is also shown in the file's row.
 *
 * @returns the error, if any
 */
export async function keepFile(orderId: string, file: OrderFile): Promise<unknown> {
  const state = runningKey(orderId, file)
  setState(state, { type: 'running', share: 0 })
  try {
    const blob = await fetchFile(orderId, file, (share) => setState(state, { type: 'running', share }))
    const bytes = await blob.arrayBuffer()
    await storedFiles.put(fileStoreKey(orderId, file.key), {
      orderId,
      fileKey: file.key,
      fileName: file.download.fileName,
      mime: blob.type,
      bytes,
      sha256: await sha256(bytes),
      sizeInBytes: bytes.byteLength,
      keptOn: Date.now(),
    })
    setState(state, undefined)
    return undefined
  } catch (error) {
    setState(state, { type: 'failed', error, wanted: 'kept' })
    return error
  }
}

/**
 * Stores several files, one after another. Continues after a failed file, but stops when the device is full.
 *
 * @param signal stops after the current file
 */
export async function keepFiles(
  orderId: string,
  files: readonly OrderFile[],
  signal: AbortSignal,
): Promise<void> {
  for (const file of files) {
    if (signal.aborted) return
    const error = await keepFile(orderId, file)
    if (isApiError(error, 'DeviceFull')) return
  }
}

/** Deletes a stored file from the device. The purchase is not affected. */
export async function removeKept(orderId: string, file: OrderFile): Promise<void> {
  await storedFiles.remove(fileStoreKey(orderId, file.key))
}

/**
 * Returns a stored file after comparing its bytes with the hash from when it was stored.
 *
 * @returns undefined when it is not stored
 * @throws ApiError MemoryLost when the bytes are corrupted; the file is then deleted from the device
 */
export async function openKept(orderId: string, file: OrderFile): Promise<Blob | undefined> {
  const key = fileStoreKey(orderId, file.key)
  const kept: StoredFile | undefined = await storedFiles.get(key)
  if (!kept) return undefined
  if ((await sha256(kept.bytes)) !== kept.sha256) {
    await storedFiles.remove(key)
    throw new ApiError('MemoryLost', errorStatus.MemoryLost)
  }
  return new Blob([kept.bytes], { type: kept.mime })
}

/** Returns the free bytes of the storage quota; undefined where the browser does not report it. */
export async function freeSpace(): Promise<number | undefined> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage)
}
