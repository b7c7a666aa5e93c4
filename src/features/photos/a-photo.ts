import type { Photo } from '../../../contract/photos.ts'

const image = { url: '/media/x', width: 3, height: 2 }

/** A photo for tests, the `index`th of its album. */
export const aPhoto = (index: number, more: Partial<Photo> = {}): Photo => ({
  photoId: `p${index}`,
  albumId: 'a',
  takenOn: null,
  point: null,
  width: 3,
  height: 2,
  preview: image,
  thumb: image,
  tags: [],
  ...more,
})
