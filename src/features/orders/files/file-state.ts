import { atom, getDefaultStore } from 'jotai'
import type { OrderFile } from './files.ts'

export type FileState =
  | { type: 'running'; share: number }
  /** Loaded for the share sheet, which opens only by another press. Other operations use the loaded file too. */
  | { type: 'loaded'; file: File }
  /** `operation` names the one to retry. `file` is still loaded for the share sheet. */
  | { type: 'failed'; error: unknown; operation: 'saved' | 'kept' | 'shared'; file?: File }

/** Tracks running, loaded and failed transfers, by order and file. A file without an entry is idle or stored on the device. */
export const transfersAtom = atom<ReadonlyMap<string, FileState>>(new Map<string, FileState>())

export const getTransferKey = (orderId: string, file: OrderFile) => `${orderId} ${file.key}`

/** Returns the transfer state of a file; undefined when there is none. */
export const getTransferState = (key: string): FileState | undefined =>
  getDefaultStore().get(transfersAtom).get(key)

/** Returns the file that was loaded for the share sheet; undefined when there is none. */
export const getLoadedFile = (state: FileState | undefined): File | undefined =>
  state?.type === 'loaded' || state?.type === 'failed' ? state.file : undefined

function releaseFile(state: FileState | undefined): FileState | undefined {
  if (state?.type === 'failed') return { ...state, file: undefined }
  return state?.type === 'loaded' ? undefined : state
}

const mountedOrderIds = new Set<string>()
const isListMounted = (key: string) => mountedOrderIds.has(key.slice(0, key.indexOf(' ')))

/**
 * Sets the transfer state of a file; undefined removes it. A loaded file is released when the list of its order is
 * not mounted: no button would share it.
 */
export function setTransferState(key: string, state: FileState | undefined): void {
  const nextState = isListMounted(key) ? state : releaseFile(state)
  getDefaultStore().set(transfersAtom, (previous) => {
    const next = new Map(previous)
    if (nextState) next.set(key, nextState)
    else next.delete(key)
    return next
  })
}

export const isTransferRunning = (key: string): boolean => getTransferState(key)?.type === 'running'

/** Waits until a file has no running transfer, or until the signal aborts. */
export function waitForTransfer(key: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      unsubscribe()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const unsubscribe = getDefaultStore().sub(transfersAtom, () => {
      if (!isTransferRunning(key)) end()
    })
    signal.addEventListener('abort', end)
    if (signal.aborted || !isTransferRunning(key)) end()
  })
}

/**
 * Allows files of an order to stay loaded for the share sheet until its list is unmounted.
 *
 * @returns a function to call then, which releases the loaded files
 */
export function mountLoadedFiles(orderId: string): () => void {
  mountedOrderIds.add(orderId)
  return () => {
    mountedOrderIds.delete(orderId)
    for (const [key, state] of getDefaultStore().get(transfersAtom))
      if (key.startsWith(`${orderId} `)) setTransferState(key, state)
  }
}
