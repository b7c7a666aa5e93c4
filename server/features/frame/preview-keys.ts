import type { FramedPhotoRow } from './store.ts'

export const previewSideAtMost = 1280

/** Previews come in these widths only, so that one picture serves all who ask for nearly the same. */
export const previewWidths: readonly number[] = [160, 320, 480, 640, 800, 960, previewSideAtMost]

/** Where the preview of a framed photo is kept. */
export const previewKey = ({ id }: Pick<FramedPhotoRow, 'id'>, width: number) => `framed/${id}-${width}`
