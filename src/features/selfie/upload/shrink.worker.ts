import { encodingAttempts, fitInside, type ShrinkAnswer, targetSizeInBytes } from './picture-size.ts'

declare const self: DedicatedWorkerGlobalScope

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void shrink(data).then((answer) => self.postMessage(answer))
})

/** Re-encodes the picture: upright, smaller, and without metadata. */
async function shrink(file: Blob): Promise<ShrinkAnswer> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!bitmap) return { undecodable: true }
  try {
    let picture = file
    for (const { side, quality } of encodingAttempts) {
      picture = await encodeJpeg(bitmap, side, quality)
      if (picture.size <= targetSizeInBytes) break
    }
    return { picture }
  } catch {
    return { failed: true }
  } finally {
    bitmap.close()
  }
}

function encodeJpeg(bitmap: ImageBitmap, side: number, quality: number): Promise<Blob> {
  const { width, height } = fitInside(bitmap, side)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no canvas on this thread')
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}
