import type { FramedPhotoRow } from './store.ts'

export const maxPreviewSide = 1280

/** Widths of previews: few, so that nearly equal requests share one picture. */
export const previewWidths: readonly number[] = [160, 320, 480, 640, 800, 960, maxPreviewSide]

/** Returns the storage key of a framed photo's preview. */
export const getPreviewKey = ({ id }: Pick<FramedPhotoRow, 'id'>, width: number) => `framed/${id}-${width}`
