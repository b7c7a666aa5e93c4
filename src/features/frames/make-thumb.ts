const maxSideInPx = 240

/**
 * Returns a small copy of the preview, to be queued on the device with the cart item.
 *
 * @returns a `data:` address; undefined when the browser cannot draw it
 */
export async function makeThumb(image: string): Promise<string | undefined> {
  try {
    const picture = new Image()
    picture.src = image
    await picture.decode()
    const scale = Math.min(1, maxSideInPx / Math.max(picture.naturalWidth, picture.naturalHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.naturalWidth * scale)
    canvas.height = Math.round(picture.naturalHeight * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/jpeg', 0.7)
  } catch {
    return undefined
  }
}
