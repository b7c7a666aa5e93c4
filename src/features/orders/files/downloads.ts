import { getDefaultStore } from 'jotai'
import * as z from 'zod/mini'
import { type Persisted, persisted } from '../../../platform/storage/index.ts'
import { fetchFile } from './fetch-file.ts'
import { getTransferKey, setTransferState, transfersAtom } from './file-state.ts'
import type { OrderFile } from './files.ts'
import { openStoredFile } from './stored-files.ts'

const stores = new Map<string, Persisted<readonly string[]>>()

/** Returns the store of the keys of an order's files that were saved on this device. */
export function getSavedFilesStore(orderId: string): Persisted<readonly string[]> {
  const existing = stores.get(orderId)
  if (existing) return existing
  const schema = z.readonly(z.array(z.string()))
  const created = persisted({ key: `saved.${orderId}`, schema, initial: [] as readonly string[] })
  stores.set(orderId, created)
  return created
}

/** Saves a file through the browser: from the app's storage if it is stored there, else from the service with progress. */
export async function saveFile(orderId: string, file: OrderFile): Promise<void> {
  const key = getTransferKey(orderId, file)
  if (getDefaultStore().get(transfersAtom).get(key)?.type === 'running') return
  setTransferState(key, { type: 'running', share: 0 })
  try {
    const storedBlob = await openStoredFile(orderId, file).catch(() => undefined)
    const blob =
      storedBlob ??
      (await fetchFile(orderId, file, (share) => setTransferState(key, { type: 'running', share })))
    saveBlob(blob, file.download.fileName)
    const savedFilesStore = getSavedFilesStore(orderId)
    if (!savedFilesStore.read().includes(file.key))
      savedFilesStore.write([...savedFilesStore.read(), file.key])
    setTransferState(key, undefined)
  } catch (error) {
    setTransferState(key, { type: 'failed', error, operation: 'saved' })
  }
}

const urlLifetimeInMs = 60_000

/** Saves a blob through the browser. */
export function saveBlob(blob: Blob, fileName: string): void {
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
