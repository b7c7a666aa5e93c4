import { errorStatus } from '../../../contract/errors.ts'
import { maxSelfieSizeInBytes } from '../../../contract/recognition.ts'
import { ApiError } from '../../lib/api-error.ts'
import { isForService } from './picture-kind.ts'
import { largestSourceInBytes, type ShrinkAnswer } from './picture-size.ts'

const longEnoughInMs = 20_000

/**
 * Makes a picture small enough for a weak network: upright, without what the camera wrote beside the pixels, aimed at
 * 300 KB. Large ones are no reason to refuse: a photo of 48 megapixels becomes small too. What this browser cannot
 * read (HEIC outside Apple's, a damaged file) goes as it is: the service can read it, or says what is wrong.
 *
 * @throws ApiError FileEmpty, NotAnImage, or FileTooBig when it cannot be made small enough here; the signal's reason
 */
export async function shrinkPicture(file: Blob, signal: AbortSignal): Promise<Blob> {
  if (file.size === 0) throw refusal('FileEmpty')
  if (file.size > largestSourceInBytes) throw refusal('FileTooBig')
  const answer = await shrinkInWorker(file, signal)
  const smaller = 'picture' in answer ? answer.picture : undefined
  const picture = smaller ?? ('failed' in answer ? await shrinkOnPage(file, signal) : undefined) ?? file
  if (picture === file && !(await isForService(file))) throw refusal('NotAnImage')
  if (picture.size > maxSelfieSizeInBytes) throw refusal('FileTooBig')
  return picture
}

const refusal = (code: 'FileEmpty' | 'FileTooBig' | 'NotAnImage') => new ApiError(code, errorStatus[code])

function shrinkInWorker(file: Blob, signal: AbortSignal): Promise<ShrinkAnswer> {
  // before iOS 16.4 a worker has nothing to draw on
  if (typeof OffscreenCanvas === 'undefined') return Promise.resolve({ failed: true })
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./shrink.worker.ts', import.meta.url), { type: 'module' })
    const end = (answer: ShrinkAnswer) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      worker.terminate()
      resolve(answer)
    }
    const stop = () => {
      reject(signal.reason)
      end({ failed: true })
    }
    const timer = setTimeout(() => end({ undecodable: true }), longEnoughInMs)
    signal.addEventListener('abort', stop)
    worker.addEventListener('error', () => end({ failed: true }))
    worker.addEventListener('message', ({ data }: MessageEvent<ShrinkAnswer>) => end(data))
    worker.postMessage(file)
  })
}

/**
 * For browsers whose workers cannot draw: before iOS 16.4, or where drawing there is refused. The library could be
 * loaded in our worker too, but it needs the same canvas there, so where it would run our own drawing has already
 * worked; what is left for it is the page, which stands still meanwhile.
 */
async function shrinkOnPage(file: Blob, signal: AbortSignal): Promise<Blob | undefined> {
  const { compress } = await import('./shrink-on-page.ts')
  signal.throwIfAborted()
  // what cannot be read here either may be read by the service
  const picture = await compress(file).catch(() => undefined)
  signal.throwIfAborted()
  return picture
}
