import { errorStatus } from '../../../../contract/errors.ts'
import { maxSelfieSizeInBytes } from '../../../../contract/recognition.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { isReadableByService } from './picture-format.ts'
import { maxSourceSizeInBytes, type ShrinkAnswer } from './picture-size.ts'

const shrinkTimeoutInMs = 20_000

/**
 * Compresses a picture for a slow network: upright, without metadata, about 300 KB. Large sources are accepted, such as photos
 * of 48 megapixels. Pictures that this browser cannot decode (HEIC outside Safari, a damaged file) are sent unchanged: the
 * service reads them or returns the error.
 *
 * @throws ApiError FileEmpty, NotAnImage, or FileTooBig when it cannot be made small enough here; the signal's reason
 */
export async function shrinkPicture(file: Blob, signal: AbortSignal): Promise<Blob> {
  if (file.size === 0) throw createRefusal('FileEmpty')
  if (file.size > maxSourceSizeInBytes) throw createRefusal('FileTooBig')
  const answer = await shrinkInWorker(file, signal)
  const shrunkPicture = 'picture' in answer ? answer.picture : undefined
  const picture = shrunkPicture ?? ('failed' in answer ? await shrinkOnPage(file, signal) : undefined) ?? file
  if (picture === file && !(await isReadableByService(file))) throw createRefusal('NotAnImage')
  if (picture.size > maxSelfieSizeInBytes) throw createRefusal('FileTooBig')
  return picture
}

const createRefusal = (code: 'FileEmpty' | 'FileTooBig' | 'NotAnImage') =>
  new ApiError(code, errorStatus[code])

function shrinkInWorker(file: Blob, signal: AbortSignal): Promise<ShrinkAnswer> {
  // disabled in some browsers, missing in old ones
  if (typeof OffscreenCanvas === 'undefined') return Promise.resolve({ failed: true })
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./shrink.worker.ts', import.meta.url), { type: 'module' })
    const finish = (answer: ShrinkAnswer) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      worker.terminate()
      resolve(answer)
    }
    const onAbort = () => {
      reject(signal.reason)
      finish({ failed: true })
    }
    const timer = setTimeout(() => finish({ undecodable: true }), shrinkTimeoutInMs)
    signal.addEventListener('abort', onAbort)
    worker.addEventListener('error', () => finish({ failed: true }))
    worker.addEventListener('message', ({ data }: MessageEvent<ShrinkAnswer>) => finish(data))
    worker.postMessage(file)
  })
}

/**
 * Compresses with browser-image-compression on the main thread, where a worker cannot be started or cannot draw. In a worker
 * the library needs the same canvas as ours and is slower; docs/decisions.md has the figures.
 *
 * @returns undefined when the browser cannot read the picture, though perhaps the service can, or when the code did not load.
 * Before the service worker is installed, both this code and the worker's script are missing without a network.
 */
async function shrinkOnPage(file: Blob, signal: AbortSignal): Promise<Blob | undefined> {
  const compressed = import('./shrink-on-page.ts').then(({ compress }) => compress(file))
  const picture = await resolveWithin(shrinkTimeoutInMs, compressed, signal)
  signal.throwIfAborted()
  return picture
}

/** Resolves with the result, or with undefined on a rejection, after the limit, or when the signal aborts. */
function resolveWithin<Result>(
  limitInMs: number,
  result: Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  return new Promise((resolve) => {
    const resolveEmpty = () => resolve(undefined)
    const timer = setTimeout(resolveEmpty, limitInMs)
    signal.addEventListener('abort', resolveEmpty, { once: true })
    result.then(resolve, resolveEmpty).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', resolveEmpty)
    })
  })
}
