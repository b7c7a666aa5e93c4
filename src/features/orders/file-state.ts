import { atom, getDefaultStore } from 'jotai'
import type { OrderFile } from './files.ts'

export type FileState =
  | { is: 'running'; share: number }
  /** `wanted`: what is to be tried again. */
  | { is: 'failed'; error: unknown; wanted: 'saved' | 'kept' }

/** What is under way, by order and file; what is not here waits or is on the device. */
export const runningAtom = atom<ReadonlyMap<string, FileState>>(new Map<string, FileState>())

export const runningKey = (orderId: string, file: OrderFile) => `${orderId} ${file.key}`

/** Notes how far a file is; nothing when it is over. */
export function setState(key: string, state: FileState | undefined): void {
  getDefaultStore().set(runningAtom, (before) => {
    const after = new Map(before)
    if (state) after.set(key, state)
    else after.delete(key)
    return after
  })
}
