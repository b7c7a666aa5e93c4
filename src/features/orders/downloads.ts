import { getDefaultStore } from 'jotai'
import * as z from 'zod/mini'
import { type Persisted, persisted } from '../../platform/storage/index.ts'
import { fetchFile } from './fetch-file.ts'
import { runningAtom, runningKey, setState } from './file-state.ts'
import type { OrderFile } from './files.ts'
import { openKept } from './stored-files.ts'

const lists = new Map<string, Persisted<readonly string[]>>()

/** Returns the store of the keys of an order's files that were saved on this device. */
export function savedFiles(orderId: string): Persisted<readonly string[]> {
  const known = lists.get(orderId)
  if (known) return known
  const schema = z.readonly(z.array(z.string()))
  const fresh = persisted({ key: `saved.${orderId}`, schema, initial: [] as readonly string[] })
  lists.set(orderId, fresh)
  return fresh
}

/** Saves a file through the browser: from the app's storage if it is stored there, else from the service with progress. */
export async function saveFile(orderId: string, file: OrderFile): Promise<void> {
  const key = runningKey(orderId, file)
  if (getDefaultStore().get(runningAtom).get(key)?.type === 'running') return
  setState(key, { type: 'running', share: 0 })
  try {
    const kept = await openKept(orderId, file).catch(() => undefined)
    const blob =
      kept ?? (await fetchFile(orderId, file, (share) => setState(key, { type: 'running', share })))
    handOver(blob, file.download.fileName)
    const saved = savedFiles(orderId)
    if (!saved.read().includes(file.key)) saved.write([...saved.read(), file.key])
    setState(key, undefined)
  } catch (error) {
    setState(key, { type: 'failed', error, wanted: 'saved' })
  }
}

const addressLastsInMs = 60_000

/** Saves a blob through the browser. */
export function handOver(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  clickLink(url, fileName)
  // browsers read the URL at an unspecified time after the click
  setTimeout(() => URL.revokeObjectURL(url), addressLastsInMs)
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
