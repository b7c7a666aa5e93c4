import type { Photo } from '../../../contract/photos.ts'
import type { Context } from '../../platform/context.ts'
import type { EventRow } from '../events/index.ts'
import { countAlbum, findAlbumPage } from './album-store.ts'
import { presentPhotos } from './present.ts'

/** Returns the first photos of an event's album, without personal answers. */
export async function presentFirstPhotos(context: Context, event: EventRow, count: number): Promise<Photo[]> {
  const total = await countAlbum(context, event.id)
  const rows = await findAlbumPage(context, event.id, { offset: 0, count, total })
  return presentPhotos(context, event, rows, new Map())
}
