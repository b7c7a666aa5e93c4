import { fetchAsset } from '../../../lib/asset.ts'
import { fitInside } from '../picture-size.ts'
import { lookForFaces, looks } from './look.ts'
import type { Answer, Opened, Question } from './messages.ts'
import { openTinyFace, type Pixels, type TinyFace } from './tiny-face.ts'

declare const self: DedicatedWorkerGlobalScope

/** In pixels of the long side; a face that is large enough for a selfie still has what is measured of it. */
const sightSide = 640
/** The size in which a picture goes up, so that both judge the same. */
const pictureSide = 1280

let network: Promise<TinyFace> | undefined

self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if (data.is === 'open') void open(data.weightsUrl)
  else void answer(data)
})

async function open(weightsUrl: string): Promise<void> {
  const say = (message: Opened) => self.postMessage(message)
  // before iOS 16.4 there is none on this thread
  if (typeof OffscreenCanvas === 'undefined') return say({ opened: false })
  network = fetchAsset(weightsUrl).then(openTinyFace)
  await network.then(
    () => say({ opened: true }),
    () => say({ opened: false }),
  )
}

async function answer(question: Exclude<Question, { is: 'open' }>): Promise<void> {
  const say = (message: Answer) => self.postMessage(message)
  try {
    const pixels = await pixelsOf(question)
    const look = await network
    if (!look) throw new Error('there is no network yet')
    const wanted = question.is === 'sight' ? looks.live : looks.still
    const { width, height } = pixels
    say({ number: question.number, seen: lookForFaces(look, pixels, wanted), width, height })
  } catch {
    say({ number: question.number, width: 0, height: 0 })
  }
}

async function pixelsOf(question: Exclude<Question, { is: 'open' }>): Promise<Pixels> {
  return question.is === 'sight'
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
