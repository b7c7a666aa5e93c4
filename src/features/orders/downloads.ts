import { getDefaultStore } from 'jotai'
import * as z from 'zod/mini'
import { type Stored, stored } from '../../platform/storage/index.ts'
import { fetchFile } from './fetch-file.ts'
import { runningAtom, runningKey, setState } from './file-state.ts'
import type { OrderFile } from './files.ts'
import { openKept } from './kept-files.ts'

const lists = new Map<string, Stored<readonly string[]>>()

/** Keys of an order's files that were saved on this device. */
export function savedFiles(orderId: string): Stored<readonly string[]> {
  const known = lists.get(orderId)
  if (known) return known
  const schema = z.readonly(z.array(z.string()))
  const fresh = stored({ key: `saved.${orderId}`, schema, initial: [] as readonly string[] })
  lists.set(orderId, fresh)
  return fresh
}

/** Hands a file to the browser to save, from the app when it is kept there, else from the service with progress. */
export async function saveFile(orderId: string, file: OrderFile): Promise<void> {
  const key = runningKey(orderId, file)
  if (getDefaultStore().get(runningAtom).get(key)?.is === 'running') return
  setState(key, { is: 'running', share: 0 })
  try {
    const kept = await openKept(orderId, file).catch(() => undefined)
    const blob = kept ?? (await fetchFile(orderId, file, (share) => setState(key, { is: 'running', share })))
    handOver(blob, file.download.fileName)
    const saved = savedFiles(orderId)
    if (!saved.read().includes(file.key)) saved.write([...saved.read(), file.key])
    setState(key, undefined)
  } catch (error) {
    setState(key, { is: 'failed', error, wanted: 'saved' })
  }
}

const addressLastsInMs = 60_000

/** Lets the browser save bytes that are here. */
export function handOver(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  clickLink(url, fileName)
  // the browser reads it after the click; how long after is its own affair
  setTimeout(() => URL.revokeObjectURL(url), addressLastsInMs)
}

/** Lets the browser download an address by itself, with its own progress and its own resuming. */
export function clickLink(url: string, fileName = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
