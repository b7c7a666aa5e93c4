import { loadFile, saveLoadedFile } from './downloads.ts'
import { getLoadedFile, getTransferKey, getTransferState, setTransferState } from './file-state.ts'
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
 * without which browsers refuse the sheet: the loaded file then waits for another press. So does a file whose sheet was
 * dismissed, or could not open over another one. A file that the device cannot share is saved through the browser.
 *
 * @param signal aborts the load; the sheet is then not opened, and the file's row is as before
 */
export async function shareFile(orderId: string, file: OrderFile, signal?: AbortSignal): Promise<void> {
  const key = getTransferKey(orderId, file)
  const state = getTransferState(key)
  if (state?.type === 'running') return
  const loadedFile = getLoadedFile(state)
  try {
    // no `await` before the sheet of a loaded file: it needs this press
    const sharedFile = loadedFile ?? toSharedFile(file, await loadFile(orderId, file, signal))
    const outcome = await openShareSheet(sharedFile)
    if (outcome === 'dismissed' || outcome === 'busy' || (outcome === 'refused' && !loadedFile)) {
      setTransferState(key, { type: 'loaded', file: sharedFile })
      return
    }
    if (outcome === 'shared') markFilesSeen(orderId, [file])
    else saveLoadedFile(orderId, file, sharedFile)
    setTransferState(key, undefined)
  } catch (error) {
    setTransferState(key, signal?.aborted ? state : { type: 'failed', error, operation: 'shared' })
  }
}

const refusals: ReadonlyMap<string, 'dismissed' | 'busy' | 'refused'> = new Map([
  ['AbortError', 'dismissed'],
  ['InvalidStateError', 'busy'],
  ['NotAllowedError', 'refused'],
])

/**
 * Opens the share sheet.
 *
 * @returns `busy` while another sheet is open; `refused` without a recent press; `impossible` where the device cannot share
 *   the file
 */
async function openShareSheet(
  file: File,
): Promise<'shared' | 'dismissed' | 'busy' | 'refused' | 'impossible'> {
  if (!canShareFile(file)) return 'impossible'
  try {
    await navigator.share({ files: [file] })
    return 'shared'
  } catch (error) {
    if (!(error instanceof DOMException)) return 'impossible'
    return refusals.get(error.name) ?? 'impossible'
  }
}
