import { sql } from 'drizzle-orm'
import type { EventRow } from '../../../server/features/events/index.ts'
import type { Context } from '../../../server/platform/context.ts'

/** Points in the order of the course. */
export const coursePoints = ['start', '5km', 'bridge', 'finish']

/**
 * Fills an album with photos without files, in one statement: four hours, each place in a different hour, each photo
 * with one start number.
 *
 * @returns the photos' ids in the order of the album
 */
export async function fillAlbum(context: Context, event: EventRow, count: number): Promise<void> {
  const { db, tenant } = context
  await db.execute(sql`
    insert into photos (id, tenant, event_id, state, sha256, file_name, mime, size_in_bytes, point, taken_on, shown_on,
      width, height, original_key, preview_key, preview_width, preview_height, thumb_key, thumb_width, thumb_height,
      tiny_key, tiny_width, tiny_height, placeholder, created_on)
    select
      ${event.id} || '-' || lpad(n::text, 7, '0'), ${tenant.name}, ${event.id}, 'Ready', md5(n::text), n || '.jpg',
      'image/jpeg', 7000000, (array['start', '5km', 'bridge', 'finish'])[1 + n * 4 / ${count}::int],
      moment, moment, case when n % 3 = 0 then 4000 else 6000 end, case when n % 3 = 0 then 6000 else 4000 end,
      'originals/' || ${tenant.name} || '/' || md5(n || 'o'), 'media/' || ${tenant.name} || '/' || md5(n || 'p'), 1280, 853, 'media/' || ${tenant.name} || '/' || md5(n || 't'), 400, 267,
      'media/' || ${tenant.name} || '/' || md5(n || 's'), 280, 187, 'data:image/webp;base64,AAAA', moment
    from (
      select n, ${event.startsOn.toISOString()}::timestamptz + n * interval '4 hours' / ${count}::int as moment
      from generate_series(0, ${count - 1}::int) as numbers(n)
    ) as moments`)
  await db.execute(sql`
    insert into photo_tags (id, tenant, event_id, photo_id, name, value, confidence)
    select 'tag-' || id, tenant, event_id, id, 'number', (1 + row_number() over (order by id) % 20000)::text, 0.9
    from photos where event_id = ${event.id}`)
  await db.execute(sql`analyze photos, photo_tags`)
}
