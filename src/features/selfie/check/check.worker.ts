import { fetchAsset } from '../../../lib/asset.ts'
import { timeouts } from '../../../lib/timeouts.ts'
import { fitInside } from '../picture-size.ts'
import { lookForFaces, looks } from './look.ts'
import type { Answer, Opened, Question } from './messages.ts'
import { openTinyFace, type Pixels, type TinyFace } from './tiny-face.ts'

declare const self: DedicatedWorkerGlobalScope

/** Long side in pixels; a face large enough for a selfie still has the measured detail at this size. */
const sightSide = 640
/** Size of the uploaded picture, so that client and service judge the same. */
const pictureSide = 1280

let network: Promise<TinyFace> | undefined

self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if (data.type === 'open') {
    Object.assign(timeouts, data.timeouts)
    void open(data.weightsUrl)
  } else void answer(data)
})

async function open(weightsUrl: string): Promise<void> {
  const say = (message: Opened) => self.postMessage(message)
  // `OffscreenCanvas` is not available in workers before iOS 16.4
  if (typeof OffscreenCanvas === 'undefined') return say({ opened: false })
  network = fetchAsset(weightsUrl).then(openTinyFace)
  await network.then(
    () => say({ opened: true }),
    () => say({ opened: false }),
  )
}

async function answer(question: Exclude<Question, { type: 'open' }>): Promise<void> {
  const say = (message: Answer) => self.postMessage(message)
  try {
    const pixels = await decodePixels(question)
    const look = await network
    if (!look) throw new Error('there is no network yet')
    const wanted = question.type === 'sight' ? looks.live : looks.still
    const { width, height } = pixels
    say({ number: question.number, seen: lookForFaces(look, pixels, wanted), width, height })
  } catch {
    say({ number: question.number, width: 0, height: 0 })
  }
}

async function decodePixels(question: Exclude<Question, { type: 'open' }>): Promise<Pixels> {
  return question.type === 'sight'
    ? draw(question.bitmap, sightSide)
    : draw(await createImageBitmap(question.picture, { imageOrientation: 'from-image' }), pictureSide)
}

let canvas: OffscreenCanvas | undefined

function draw(bitmap: ImageBitmap, side: number): Pixels {
  const { width, height } = fitInside(bitmap, side)
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!context) throw new Error('no canvas on this thread')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return context.getImageData(0, 0, width, height)
}
