import type { Page } from 'playwright'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'

/** Makes the album of an event appear to have `totalPhotos` photos by repeating its own ones. */
export async function growAlbum(page: Page, eventId: string, totalPhotos: number): Promise<void> {
  await page.route(`**/public/events/api/v1/events/${eventId}`, async (route) => {
    const response = await route.fetch()
    const event = (await response.json()) as Event
    await route.fulfill({
      response,
      json: { ...event, counts: { ...event.counts, photos: totalPhotos } },
    })
  })
  await page.route('**/public/photos/api/v1/photos?*', async (route) => {
    const url = new URL(route.request().url())
    const [offset, count] = ['offset', 'count'].map((name) => Number(url.searchParams.get(name)))
    url.searchParams.set('offset', '0')
    const response = await route.fetch({ url: url.href })
    const { items } = (await response.json()) as { items: Photo[] }
    const firstPosition = offset ?? 0
    const pagePhotos = Array.from(
      { length: Math.min(count ?? 0, totalPhotos - firstPosition) },
      (_, index) => {
        const position = firstPosition + index
        // the first ones keep their ids, so that they can be bought
        return position < items.length
          ? items[position]
          : { ...items[position % items.length], photoId: `p${position}` }
      },
    )
    await route.fulfill({
      response,
      json: { items: pagePhotos, count: pagePhotos.length, total: totalPhotos },
    })
  })
}
