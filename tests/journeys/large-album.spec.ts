import type { Page } from '@playwright/test'
import type { Event } from '../../contract/events.ts'
import type { AlbumTimes, Photo } from '../../contract/photos.ts'
import { expect, test, testServer } from './test-server.ts'

test.use({ serviceWorkers: 'block' })

const photoCount = 100_000

/**
 * Mocks an album of a hundred thousand photos by repeating its photos. Tests of the service cover
 * real large albums.
 */
async function mockLargeAlbum(page: Page): Promise<number[]> {
  const requestedOffsets: number[] = []
  await page.route(`**/public/events/api/v1/events/${testServer.eventId}`, async (route) => {
    const response = await route.fetch()
    const event = (await response.json()) as Event
    const counts = { ...event.counts, photos: photoCount }
    await route.fulfill({ response, json: { ...event, counts } })
  })
  await page.route('**/public/photos/api/v1/photos?*', async (route) => {
    const url = new URL(route.request().url())
    const readNumber = (name: string) => Number(url.searchParams.get(name))
    const [offset, count] = [readNumber('offset'), readNumber('count')]
    requestedOffsets.push(offset)
    url.searchParams.set('offset', '0')
    const response = await route.fetch({ url: url.href })
    const { items } = (await response.json()) as { items: Photo[] }
    const many = Array.from({ length: Math.min(count, photoCount - offset) }, (_, at) => {
      const photo = items[(offset + at) % items.length] as Photo
      return { ...photo, photoId: `p${offset + at}` }
    })
    await route.fulfill({ response, json: { items: many, count: many.length, total: photoCount } })
  })
  await page.route('**/public/photos/api/v1/times?*', async (route) => {
    const response = await route.fetch()
    const counts = Array.from({ length: 200 }, () => photoCount / 200)
    const times: AlbumTimes = {
      startsOn: '2026-09-12T14:00:00.000Z',
      stepInS: 60,
      points: [{ point: 'finish', counts }],
      leading: [],
    }
    await route.fulfill({ response, json: times })
  })
  return requestedOffsets
}

test('an album of a hundred thousand photos is walked through by keys, the ruler and the viewer, and the page stays small', async ({
  page,
}) => {
  const requestedOffsets = await mockLargeAlbum(page)
  await page.goto(`/event/${testServer.eventId}`)
  const album = page.getByRole('list', { name: 'Фото события' })
  const tiles = album.getByRole('listitem')
  const findTile = (n: number) => page.locator(`[aria-posinset="${n}"]`)
  await expect(findTile(1).getByRole('img')).toBeVisible()
  await findTile(1).getByRole('button').first().focus()
  await page.keyboard.press('End')
  await expect(findTile(photoCount).getByRole('img')).toBeInViewport()
  expect(await tiles.count()).toBeLessThan(120)
  // only pages at both ends were requested; they are smaller while answers are slow
  expect(Math.max(...requestedOffsets)).toBeGreaterThanOrEqual(photoCount - 100)
  expect(requestedOffsets.filter((offset) => offset > 1_000 && offset < photoCount - 1_000)).toEqual([])

  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Просмотр фото' })
  await expect(viewer.getByText(/^100.000 из 100.000$/)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(viewer.getByText(/^99.999 из 100.000$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(
    findTile(photoCount - 1)
      .getByRole('button')
      .first(),
  ).toBeFocused()

  const ruler = page.getByRole('slider', { name: 'Время съёмки', includeHidden: true })
  await ruler.focus()
  await page.keyboard.press('Home')
  await expect(findTile(1).getByRole('img')).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await expect(ruler).toHaveAttribute('aria-valuetext', /^17:01, фото 501 из 100.000$/)
  await expect(findTile(501)).toBeInViewport()
  await expect(findTile(501).getByRole('img')).toBeVisible()
  expect(await tiles.count()).toBeLessThan(120)
})
