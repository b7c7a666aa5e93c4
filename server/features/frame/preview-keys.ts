import { sha256 } from '../../platform/ids.ts'
import type { FramedPhotoRow } from './store.ts'

export const maxPreviewSide = 1280

/** Widths of previews: few, so that nearly equal requests share one picture. */
export const previewWidths: readonly number[] = [160, 320, 480, 640, 800, 960, maxPreviewSide]

/** Returns the storage key of a framed photo's preview. Another caption has another key: a preview of the former one may be late. */
export const getPreviewKey = ({ id, caption }: Pick<FramedPhotoRow, 'id' | 'caption'>, width: number) =>
  `framed/${id}-${sha256(caption).slice(0, 8)}-${width}`

/** Lists the storage keys of a framed photo's previews, also of releases whose keys had no caption. */
export const listPreviewKeys = (framed: Pick<FramedPhotoRow, 'id' | 'caption'>): readonly string[] =>
  previewWidths.flatMap((width) => [getPreviewKey(framed, width), `framed/${framed.id}-${width}`])
