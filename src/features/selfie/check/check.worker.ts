import { fetchAsset } from '../../../lib/asset.ts'
import { timeouts } from '../../../lib/timeouts.ts'
import { fitInside } from '../upload/picture-size.ts'
import { detectFaces, detectionPasses } from './detect-faces.ts'
import type { Answer, OpenedReply, Question } from './messages.ts'
import { createTinyFace, type Pixels, type TinyFace } from './tiny-face.ts'

declare const self: DedicatedWorkerGlobalScope

/** Long side in pixels; a face large enough for a selfie still has the measured detail at this size. */
const frameSideInPixels = 640
/** Size of the uploaded picture, so that client and service judge the same. */
const pictureSideInPixels = 1280

let network: Promise<TinyFace> | undefined

self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if (data.type === 'open') {
    Object.assign(timeouts, data.timeouts)
    void openNetwork(data.weightsUrl)
  } else void answerQuestion(data)
})

async function openNetwork(weightsUrl: string): Promise<void> {
  const postAnswer = (message: OpenedReply) => self.postMessage(message)
  // `OffscreenCanvas` is not available in workers before iOS 16.4
  if (typeof OffscreenCanvas === 'undefined') return postAnswer({ opened: false })
  network = fetchAsset(weightsUrl).then(createTinyFace)
  await network.then(
    () => postAnswer({ opened: true }),
    () => postAnswer({ opened: false }),
  )
}

async function answerQuestion(question: Exclude<Question, { type: 'open' }>): Promise<void> {
  const postAnswer = (message: Answer) => self.postMessage(message)
  try {
    const pixels = await decodePixels(question)
    const loadedNetwork = await network
    if (!loadedNetwork) throw new Error('there is no network yet')
    const detectionLimits = question.type === 'sight' ? detectionPasses.live : detectionPasses.still
    const { width, height } = pixels
    postAnswer({
      number: question.number,
      detection: detectFaces(loadedNetwork, pixels, detectionLimits),
      width,
      height,
    })
  } catch {
    postAnswer({ number: question.number, width: 0, height: 0 })
  }
}

async function decodePixels(question: Exclude<Question, { type: 'open' }>): Promise<Pixels> {
  return question.type === 'sight'
    ? drawPixels(question.bitmap, frameSideInPixels)
    : drawPixels(
        await createImageBitmap(question.picture, { imageOrientation: 'from-image' }),
        pictureSideInPixels,
      )
}

let canvas: OffscreenCanvas | undefined

function drawPixels(bitmap: ImageBitmap, maxSide: number): Pixels {
  const { width, height } = fitInside(bitmap, maxSide)
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!context) throw new Error('no canvas on this thread')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return context.getImageData(0, 0, width, height)
}
