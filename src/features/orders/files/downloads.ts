import * as z from 'zod/mini'
import { type Persisted, persisted } from '../../../platform/storage/index.ts'
import { fetchFile } from './fetch-file.ts'
import { getLoadedFile, getTransferKey, getTransferState, setTransferState } from './file-state.ts'
import type { OrderFile } from './files.ts'
import { openStoredFile } from './stored-files.ts'

const stores = new Map<string, Persisted<readonly string[]>>()

/**
 * Returns the store of the keys of an order's files whose download was started on this device. Whether a file was saved is
 * unknown on iOS: it shows a prompt or a preview, which can be dismissed.
 */
export function getSavedFilesStore(orderId: string): Persisted<readonly string[]> {
  const existing = stores.get(orderId)
  if (existing) return existing
  const schema = z.readonly(z.array(z.string()))
  const created = persisted({ key: `saved.${orderId}`, schema, initial: [] as readonly string[] })
  stores.set(orderId, created)
  return created
}

/** Saves a file through the browser, with progress where it is not on the device yet. */
export async function saveFile(orderId: string, file: OrderFile): Promise<void> {
  const key = getTransferKey(orderId, file)
  if (getTransferState(key)?.type === 'running') return
  try {
    saveLoadedFile(orderId, file, await loadFile(orderId, file))
    setTransferState(key, undefined)
  } catch (error) {
    setTransferState(key, { type: 'failed', error, operation: 'saved' })
  }
}

/**
 * Returns the bytes of a file: from memory if it was loaded for the share sheet, from the app's storage if it is stored there,
 * else from the service with progress.
 *
 * @param signal aborts the load; the received part is kept for the next one
 * @throws the signal's reason when aborted, and the errors of `fetchFile`
 */
export async function loadFile(orderId: string, file: OrderFile, signal?: AbortSignal): Promise<Blob> {
  const key = getTransferKey(orderId, file)
  const loadedFile = getLoadedFile(getTransferState(key))
  if (loadedFile) return loadedFile
  const setProgress = (share: number) => setTransferState(key, { type: 'running', share })
  setProgress(0)
  const storedBlob = await openStoredFile(orderId, file).catch(() => undefined)
  const blob = storedBlob ?? (await fetchFile(orderId, file, setProgress, signal))
  signal?.throwIfAborted()
  return blob
}

/** Saves the bytes of a file through the browser, and records its download. */
export function saveLoadedFile(orderId: string, file: OrderFile, blob: Blob): void {
  saveBlob(blob, file.download.fileName)
  const savedFilesStore = getSavedFilesStore(orderId)
  if (!savedFilesStore.read().includes(file.key)) savedFilesStore.write([...savedFilesStore.read(), file.key])
}

const urlLifetimeInMs = 60_000

/** Saves a blob through the browser. */
function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  clickLink(url, fileName)
  // browsers read the URL at an unspecified time after the click
  setTimeout(() => URL.revokeObjectURL(url), urlLifetimeInMs)
}

/** Starts the browser's own download of an address, with its progress and resume. */
export function clickLink(url: string, fileName = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
