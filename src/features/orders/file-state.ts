import { atom, getDefaultStore } from 'jotai'
import type { OrderFile } from './files.ts'

export type FileState =
  | { type: 'running'; share: number }
  /** `operation` names the one to retry. */
  | { type: 'failed'; error: unknown; wanted: 'saved' | 'kept' }

/** Tracks running and failed transfers, by order and file. A file without an entry is idle or stored on the device. */
export const runningAtom = atom<ReadonlyMap<string, FileState>>(new Map<string, FileState>())

export const runningKey = (orderId: string, file: OrderFile) => `${orderId} ${file.key}`

/** Sets the transfer state of a file; undefined removes it. */
export function setState(key: string, state: FileState | undefined): void {
  getDefaultStore().set(runningAtom, (before) => {
    const after = new Map(before)
    if (state) after.set(key, state)
    else after.delete(key)
    return after
  })
}
