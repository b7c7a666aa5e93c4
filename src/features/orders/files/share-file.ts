import { getDefaultStore } from 'jotai'
import { loadFile, saveLoadedFile } from './downloads.ts'
import { getTransferKey, setTransferState, transfersAtom } from './file-state.ts'
import type { OrderFile } from './files.ts'
import { markFilesSeen } from './seen-files.ts'

/** Returns a file for the share sheet. */
export const toSharedFile = (file: OrderFile, blob: Blob): File =>
  new File([blob], file.download.fileName, { type: blob.type })

/** Returns whether the device can share a file. */
export const canShareFile = (file: File): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })

/** Returns whether the device can share photos, before one is loaded. */
export const canSharePhotos = (): boolean =>
  typeof File === 'function' && canShareFile(new File(['x'], 'photo.jpg', { type: 'image/jpeg' }))

/**
 * Opens the share sheet with a file, from which iOS saves it to Photos. The file is loaded first. That may outlast the press,
 * without which browsers refuse the sheet: the loaded file then waits for another press. A file that the device cannot share is
 * saved through the browser.
 */
export async function shareFile(orderId: string, file: OrderFile): Promise<void> {
  const key = getTransferKey(orderId, file)
  const state = getDefaultStore().get(transfersAtom).get(key)
  if (state?.type === 'running') return
  try {
    // no `await` before the sheet of a loaded file: it needs this press
    const sharedFile =
      state?.type === 'loaded' ? state.file : toSharedFile(file, await loadFile(orderId, file))
    const outcome = await openShareSheet(sharedFile)
    if (outcome === 'refused' && state?.type !== 'loaded') {
      setTransferState(key, { type: 'loaded', file: sharedFile })
      return
    }
    if (outcome === 'done') markFilesSeen(orderId, [file])
    else saveLoadedFile(orderId, file, sharedFile)
    setTransferState(key, undefined)
  } catch (error) {
    setTransferState(key, { type: 'failed', error, operation: 'shared' })
  }
}

/**
 * Opens the share sheet.
 *
 * @returns `done` also when the sheet was dismissed; `refused` without a recent press; `impossible` where the device cannot
 *   share the file
 */
async function openShareSheet(file: File): Promise<'done' | 'refused' | 'impossible'> {
  if (!canShareFile(file)) return 'impossible'
  try {
    await navigator.share({ files: [file] })
    return 'done'
  } catch (error) {
    if (!(error instanceof DOMException)) return 'impossible'
    if (error.name === 'NotAllowedError') return 'refused'
    // another sheet is open, or the user has dismissed this one
    return error.name === 'AbortError' || error.name === 'InvalidStateError' ? 'done' : 'impossible'
  }
}
