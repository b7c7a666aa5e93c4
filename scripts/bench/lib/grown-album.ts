import type { Page } from 'playwright'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'

/** Makes the album of an event appear to have `totalPhotos` photos by repeating its own ones. */
export async function growAlbum(page: Page, eventId: string, photosInAll: number): Promise<void> {
  await page.route(`**/public/events/api/v1/events/${eventId}`, async (route) => {
    const response = await route.fetch()
    const event = (await response.json()) as Event
    await route.fulfill({
      response,
      json: { ...event, counts: { ...event.counts, photos: photosInAll } },
    })
  })
  await page.route('**/public/photos/api/v1/photos?*', async (route) => {
    const url = new URL(route.request().url())
    const [offset, count] = ['offset', 'count'].map((name) => Number(url.searchParams.get(name)))
    url.searchParams.set('offset', '0')
    const response = await route.fetch({ url: url.href })
    const { items } = (await response.json()) as { items: Photo[] }
    const first = offset ?? 0
    const many = Array.from({ length: Math.min(count ?? 0, photosInAll - first) }, (_, at) => {
      const at0 = first + at
      // the first ones keep their ids, so that they can be bought
      return at0 < items.length ? items[at0] : { ...items[at0 % items.length], photoId: `p${at0}` }
    })
    await route.fulfill({ response, json: { items: many, count: many.length, total: photosInAll } })
  })
}
