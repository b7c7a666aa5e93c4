import imageCompression from 'browser-image-compression'
import { lightEnoughInBytes } from './picture-size.ts'

/**
 * Makes a picture small on the page's own thread.
 *
 * @throws what the library throws at what it cannot read
 */
export function compress(file: Blob): Promise<Blob> {
  return imageCompression(new File([file], 'face.jpg', { type: file.type || 'image/jpeg' }), {
    // its own worker loads the library from another host, and draws no more than ours
    useWebWorker: false,
    maxSizeMB: lightEnoughInBytes / 1024 / 1024,
    maxWidthOrHeight: 1280,
    fileType: 'image/jpeg',
    initialQuality: 0.85,
  })
}
