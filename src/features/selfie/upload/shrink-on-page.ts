import imageCompression from 'browser-image-compression'
import { targetSizeInBytes } from './picture-size.ts'

/**
 * Compresses a picture on the main thread.
 *
 * @throws the library's error when it cannot read the picture
 */
export function compress(file: Blob): Promise<Blob> {
  return imageCompression(new File([file], 'face.jpg', { type: file.type || 'image/jpeg' }), {
    // the library's worker loads its code from another host, and needs the same canvas as our worker
    useWebWorker: false,
    maxSizeMB: targetSizeInBytes / 1024 / 1024,
    maxWidthOrHeight: 1280,
    fileType: 'image/jpeg',
    initialQuality: 0.85,
  })
}
