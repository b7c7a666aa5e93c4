// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LanguageProvider, loadCatalogue } from '../../../platform/language/index.ts'
import { getSavedFilesStore } from './downloads.ts'
import { FileList } from './FileList.tsx'
import type { OrderFile } from './files.ts'
import { markFilesSeen } from './seen-files.ts'

const buildFile = (number: number, isNew?: true): OrderFile => ({
  key: `i/${number}.jpg`,
  kind: 'photo',
  repeat: 1,
  number,
  download: {
    ...{ fileName: `${number}.jpg`, url: `/files/${number}`, bytes: 1_000_000, photoId: `p${number}` },
    ...{ expiresOn: '2026-11-20T10:00:00.000Z', isNew },
  },
})
const files = [buildFile(1), buildFile(2, true), buildFile(3, true)]
const pictures = { getUrl: () => '/media/x', request: () => {} }

async function renderFiles(orderId: string, shownFiles: readonly OrderFile[]) {
  const catalogue = await loadCatalogue('en')
  return render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <FileList orderId={orderId} files={shownFiles} pictures={pictures} />
    </LanguageProvider>,
  )
}

beforeEach(async () => {
  localStorage.clear()
  history.replaceState(null, '', '/order/o1')
  // there is no IndexedDB here, so nothing is cached
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await renderFiles(crypto.randomUUID(), files)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const findPlate = (name: string) => screen.queryByRole('region', { name })

test('counts and marks files added later, with a separate download', () => {
  expect(findPlate('2 new photos')).not.toBeNull()
  expect(screen.getAllByText('new', { exact: true })).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Open: Photo 1' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Open, new: Photo 2' })).toBeDefined()
  expect(screen.getByRole('button', { name: /^Download the new ones, 2\sMB$/ })).toBeDefined()
})

test('an opened photo is no longer new', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Open, new: Photo 3' }))
  expect(await screen.findByText('1 new photo')).toBeDefined()
  expect(screen.getAllByText('new', { exact: true })).toHaveLength(1)
})

test('marks all files as seen, and moves the focus to the list', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Mark as seen' }))
  expect(screen.queryByText(/new photo/)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '3 files' }))
})

test('another order’s photos stay new', () => {
  markFilesSeen('another', files)
  expect(findPlate('2 new photos')).not.toBeNull()
})

test('a saved video can be saved again from its row, a saved photo from the viewer', async () => {
  cleanup()
  const orderId = crypto.randomUUID()
  const video: OrderFile = { ...buildFile(1), key: 'i/1.mp4', kind: 'video' }
  const photo = buildFile(2)
  const listDownloadButtons = () =>
    screen
      .getAllByRole('button', { name: /^Download( again)?: / })
      .map((button) => button.getAttribute('aria-label'))
  await renderFiles(orderId, [video, photo])
  expect(listDownloadButtons()).toEqual(['Download: Personal video', 'Download: Photo 2'])
  act(() => getSavedFilesStore(orderId).write([video.key, photo.key]))
  expect(listDownloadButtons()).toEqual(['Download again: Personal video'])
})

const findShownPhoto = () => screen.queryByRole('dialog', { name: 'Your photos', hidden: true })?.textContent
const waitForPhoto = (number: number) =>
  vi.waitFor(() => expect(findShownPhoto()).toContain(`Photo ${number}`))

test('an opened photo has an entry of the history: the arrows keep it, and Back closes the photo', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Open: Photo 1' }))
  await waitForPhoto(1)
  const entryCount = history.length
  fireEvent.click(screen.getByRole('button', { name: 'Next photo', hidden: true }))
  await waitForPhoto(2)
  expect([location.pathname, history.length]).toEqual(['/order/o1', entryCount])
  // a reload
  cleanup()
  await renderFiles('o1', files)
  await waitForPhoto(2)
  act(() => history.back())
  await vi.waitFor(() => expect(findShownPhoto()).toBeUndefined())
  expect(location.pathname + location.search).toBe('/order/o1')
})

test('a link from another page opens its photo, and closing it shows the order, not that page', async () => {
  cleanup()
  history.pushState(null, '', '/order/o1?photo=p2')
  await renderFiles('o1', files)
  await waitForPhoto(2)
  const entryCount = history.length
  fireEvent.click(screen.getByRole('button', { name: 'Next photo', hidden: true }))
  await waitForPhoto(3)
  fireEvent.click(screen.getByRole('button', { name: 'Close', hidden: true }))
  await vi.waitFor(() => expect(findShownPhoto()).toBeUndefined())
  expect([location.pathname + location.search, history.length]).toEqual(['/order/o1', entryCount])
})
