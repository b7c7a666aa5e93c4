import { atom, getDefaultStore } from 'jotai'
import { errorStatus } from '../../../../contract/errors.ts'
import { ApiError, isApiError } from '../../../lib/api.ts'
import { type StoredFile, sha256, storedFiles } from '../../../lib/memory/index.ts'
import { fetchFile, waitForRunningFetch } from './fetch-file.ts'
import {
  getLoadedFile,
  getTransferKey,
  getTransferState,
  isTransferRunning,
  setTransferState,
  waitForTransfer,
} from './file-state.ts'
import type { OrderFile } from './files.ts'

const getStoreKey = (orderId: string, fileKey: string) => `${orderId}/${fileKey}`

/** Provides the keys of the files that are stored for offline use, prefixed with the order id. */
export const fileKeysOnDeviceAtom = atom<ReadonlySet<string>>(new Set<string>())

let isSubscribed = false

/** Subscribes to the stored files, including changes by other tabs. Repeated calls have no effect. */
export function subscribeToStoredFiles(): void {
  if (isSubscribed) return
  isSubscribed = true
  const updateKeys = async () => {
    const entries = await storedFiles.entries().catch(() => [])
    getDefaultStore().set(fileKeysOnDeviceAtom, new Set(entries.map(([key]) => key)))
  }
  storedFiles.onChange(() => void updateKeys())
  void updateKeys()
}

export const isFileOnDevice = (keys: ReadonlySet<string>, orderId: string, file: OrderFile) =>
  keys.has(getStoreKey(orderId, file.key))

/**
 * Downloads a file and stores it for offline use; uses the bytes that were loaded for the share sheet. Skips a file whose
 * transfer is running. An error is also shown in the file's row.
 *
 * @param signal aborts the download at once. The file is then not stored, and its row is as before; the received part is
 *   kept for the next download.
 * @param fetchedBlob the file's bytes, if another transfer has fetched them
 * @returns the error, if any
 */
export async function storeFile(
  orderId: string,
  file: OrderFile,
  signal?: AbortSignal,
  fetchedBlob?: Blob,
): Promise<unknown> {
  const transferKey = getTransferKey(orderId, file)
  const stateBefore = getTransferState(transferKey)
  if (stateBefore?.type === 'running') return undefined
  const loadedFile = getLoadedFile(stateBefore)
  setTransferState(transferKey, { type: 'running', share: 0 })
  try {
    const onProgress = (share: number) => setTransferState(transferKey, { type: 'running', share })
    const blob = loadedFile ?? fetchedBlob ?? (await fetchFile(orderId, file, onProgress, signal))
    const bytes = await blob.arrayBuffer()
    const hash = await sha256(bytes)
    signal?.throwIfAborted()
    await storedFiles.put(getStoreKey(orderId, file.key), {
      orderId,
      fileKey: file.key,
      fileName: file.download.fileName,
      mime: blob.type,
      bytes,
      sha256: hash,
      sizeInBytes: bytes.byteLength,
      keptOn: Date.now(),
    })
    // the file still waits for the share sheet
    setTransferState(transferKey, loadedFile && { type: 'loaded', file: loadedFile })
    return undefined
  } catch (error) {
    if (signal?.aborted) {
      setTransferState(transferKey, stateBefore)
      return undefined
    }
    setTransferState(transferKey, { type: 'failed', error, operation: 'kept', file: loadedFile })
    return error
  }
}

/**
 * Stores several files, one after another. A file whose transfer is running waits for its end, behind the other files,
 * and is not fetched again. Continues after a failed file, but stops when the device is full.
 *
 * @param signal aborts the current file too, but no transfer that was started elsewhere
 */
export async function storeFiles(
  orderId: string,
  files: readonly OrderFile[],
  signal: AbortSignal,
): Promise<void> {
  const busyFiles: { file: OrderFile; fetching: Promise<Blob | undefined> }[] = []
  for (const file of files) {
    if (signal.aborted) return
    if (isTransferRunning(getTransferKey(orderId, file))) {
      busyFiles.push({ file, fetching: waitForRunningFetch(orderId, file) })
      continue
    }
    const error = await storeFile(orderId, file, signal)
    if (isApiError(error, 'DeviceFull')) return
  }
  for (const { file, fetching } of busyFiles) {
    const storedKeys = await waitThenListStoredKeys(getTransferKey(orderId, file), signal)
    if (signal.aborted) return
    // the transfer may have stored the file
    if (storedKeys.has(getStoreKey(orderId, file.key))) continue
    const error = await storeFile(orderId, file, signal, await fetching)
    if (isApiError(error, 'DeviceFull')) return
  }
}

/** Waits until a file has no running transfer, then returns the keys of the stored files. */
async function waitThenListStoredKeys(
  transferKey: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  for (;;) {
    await waitForTransfer(transferKey, signal)
    const entries = await storedFiles.entries().catch(() => [])
    // another press may have started a transfer meanwhile
    if (signal.aborted || !isTransferRunning(transferKey)) return new Set(entries.map(([key]) => key))
  }
}

/** Deletes a stored file from the device. The purchase is not affected. */
export async function removeStoredFile(orderId: string, file: OrderFile): Promise<void> {
  await storedFiles.remove(getStoreKey(orderId, file.key))
}

/**
 * Returns a stored file after comparing its bytes with the hash from when it was stored.
 *
 * @returns undefined when it is not stored
 * @throws ApiError MemoryLost when the bytes are corrupted; the file is then deleted from the device
 */
export async function openStoredFile(orderId: string, file: OrderFile): Promise<Blob | undefined> {
  const key = getStoreKey(orderId, file.key)
  const storedFile: StoredFile | undefined = await storedFiles.get(key)
  if (!storedFile) return undefined
  if ((await sha256(storedFile.bytes)) !== storedFile.sha256) {
    await storedFiles.remove(key)
    throw new ApiError('MemoryLost', errorStatus.MemoryLost)
  }
  return new Blob([storedFile.bytes], { type: storedFile.mime })
}

/** Returns the free bytes of the storage quota; undefined where the browser does not report it. */
export async function estimateFreeBytes(): Promise<number | undefined> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage)
}
