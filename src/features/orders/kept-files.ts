import { atom, getDefaultStore } from 'jotai'
import { errorStatus } from '../../../contract/errors.ts'
import { ApiError, isApiError } from '../../lib/api.ts'
import { type KeptFile, keptFiles, sha256 } from '../../lib/memory/index.ts'
import { fetchFile } from './fetch-file.ts'
import { runningKey, setState } from './file-state.ts'
import type { OrderFile } from './files.ts'

const shelfKey = (orderId: string, fileKey: string) => `${orderId}/${fileKey}`

/** Keys of files that open without a network, by order. */
export const keptKeysAtom = atom<ReadonlySet<string>>(new Set<string>())

let following = false

/** Follows what is kept from now on, here and in other tabs. */
export function followKept(): void {
  if (following) return
  following = true
  const read = async () => {
    const entries = await keptFiles.entries().catch(() => [])
    getDefaultStore().set(keptKeysAtom, new Set(entries.map(([key]) => key)))
  }
  keptFiles.onChange(() => void read())
  void read()
}

export const isKept = (keys: ReadonlySet<string>, orderId: string, file: OrderFile) =>
  keys.has(shelfKey(orderId, file.key))

/**
 * Fetches a file and keeps it in the app, where it opens without a network. What goes wrong stands in the file's row.
 *
 * @returns what went wrong, if anything did
 */
export async function keepFile(orderId: string, file: OrderFile): Promise<unknown> {
  const state = runningKey(orderId, file)
  setState(state, { is: 'running', share: 0 })
  try {
    const blob = await fetchFile(orderId, file, (share) => setState(state, { is: 'running', share }))
    const bytes = await blob.arrayBuffer()
    await keptFiles.put(shelfKey(orderId, file.key), {
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
    setState(state, { is: 'failed', error, wanted: 'kept' })
    return error
  }
}

/**
 * Keeps several files, one after another; one that fails does not keep the others out, but a full device does.
 *
 * @param signal ends it after the file at hand
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

/** Takes a file out of the app; it stays bought. */
export async function removeKept(orderId: string, file: OrderFile): Promise<void> {
  await keptFiles.remove(shelfKey(orderId, file.key))
}

/**
 * A kept file, as it was bought: its bytes are compared with the hash of the day they were kept.
 *
 * @returns undefined when it is not kept
 * @throws ApiError MemoryLost when the device has spoilt it; it is then kept no more
 */
export async function openKept(orderId: string, file: OrderFile): Promise<Blob | undefined> {
  const key = shelfKey(orderId, file.key)
  const kept: KeptFile | undefined = await keptFiles.get(key)
  if (!kept) return undefined
  if ((await sha256(kept.bytes)) !== kept.sha256) {
    await keptFiles.remove(key)
    throw new ApiError('MemoryLost', errorStatus.MemoryLost)
  }
  return new Blob([kept.bytes], { type: kept.mime })
}

/** Bytes that the browser would still let us keep; undefined where it does not tell. */
export async function freeSpace(): Promise<number | undefined> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage)
}
