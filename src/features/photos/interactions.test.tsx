// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AlbumTimes, Photo } from '../../../contract/photos.ts'
import { buildPhoto, sampleEvent } from '../../../tests/support/data/album.ts'
import { buildProduct } from '../../../tests/support/data/catalog.ts'
import { createEmptyBasis, readOnlyBuying } from '../../../tests/support/data/read-only-buying.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { useSelectedPhotos } from './buying/selection.ts'
import { Lightbox } from './viewer/Lightbox.tsx'
import { AlbumRuler } from './wall/AlbumRuler.tsx'
import type { AlbumFilter } from './wall/album-filter.ts'
import { FilterBar } from './wall/FilterBar.tsx'
import { PhotoWall } from './wall/PhotoWall.tsx'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(358)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function renderPart(children: ReactNode) {
  const catalogue = await loadCatalogue('en')
  return render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      {children}
    </LanguageProvider>,
  )
}

const photos = Array.from({ length: 12 }, (_, at) => buildPhoto(at))

it('selects all photos between two with Shift, each once', async () => {
  const SelectedIds = () => (
    <output>
      {useSelectedPhotos('e')
        .map(({ photoId }) => photoId)
        .join(' ')}
    </output>
  )
  const toggledIds: string[] = []
  const buying = {
    ...readOnlyBuying,
    canBuy: true,
    toggle: ({ photoId }: Photo) => void toggledIds.push(photoId),
  }
  await renderPart(
    <>
      <PhotoWall
        event={sampleEvent}
        label="wall"
        count={photos.length}
        getPhoto={(at) => photos[at]}
        buying={{ ...buying, inCart: (photoId) => photoId === 'p3' }}
        onOpen={() => undefined}
      />
      <SelectedIds />
    </>,
  )
  const plusButtons = screen.getAllByRole('button', { name: /^Choose/ })
  const getPlusButton = (at: number) => plusButtons[at] as HTMLElement
  fireEvent.click(getPlusButton(1))
  expect(toggledIds).toEqual(['p1'])
  fireEvent.click(getPlusButton(5), { shiftKey: true })
  // photos in the cart are not selected
  expect(screen.getByRole('status').textContent).toBe('p1 p2 p4 p5')
  fireEvent.click(getPlusButton(4), { shiftKey: true })
  expect(screen.getByRole('status').textContent).toBe('p1 p2 p4 p5')
})

it('supports answering, selecting, buying and help by keys in any keyboard layout', async () => {
  const said: [string, boolean][] = []
  const bought: string[] = []
  const toggledIds: string[] = []
  const buying = {
    ...readOnlyBuying,
    canBuy: true,
    toggle: ({ photoId }: Photo) => void toggledIds.push(photoId),
    buy: async ([photo]: readonly Photo[]) => bought.push(photo?.photoId ?? '') > 0,
  }
  await renderPart(
    <Lightbox
      event={sampleEvent}
      count={photos.length}
      getPhoto={(at) => photos[at]}
      index={2}
      buying={buying}
      onIndex={() => undefined}
      onClose={() => undefined}
      answerIsMe={({ photoId }, itIsMe) => said.push([photoId, itIsMe])}
    />,
  )
  const dialog = screen.getByRole('dialog', { hidden: true })
  const pressKey = (code: string, key: string, more = {}) => fireEvent.keyDown(dialog, { code, key, ...more })
  pressKey('KeyN', 'т')
  pressKey('KeyY', 'y')
  pressKey('KeyS', 'ы')
  pressKey('KeyB', 'b')
  pressKey('KeyB', 'b', { ctrlKey: true })
  expect(said).toEqual([
    ['p2', false],
    ['p2', true],
  ])
  expect([toggledIds, bought]).toEqual([['p2'], ['p2']])
  expect(screen.queryByRole('region', { name: 'Keyboard', hidden: true })).toBeNull()
  pressKey('Slash', '?', { shiftKey: true })
  const help = await screen.findByRole('region', { name: 'Keyboard', hidden: true })
  expect(help.textContent).toContain('Not me')
  pressKey('Digit7', '?', { shiftKey: true })
  expect(screen.queryByRole('region', { name: 'Keyboard', hidden: true })).toBeNull()
})

const times: AlbumTimes = {
  startsOn: '2026-09-12T14:00:00.000Z',
  stepInS: 600,
  points: [
    { point: 'start', counts: [40, 0, 0, 0, 0, 0] },
    { point: 'finish', counts: [0, 0, 0, 0, 30, 30] },
  ],
  leading: [],
}

it('moves through the times of a long album by keys, skipping hours without photos', async () => {
  const shownIndexes: number[] = []
  const wall = {
    current: {
      show: (index: number) => void shownIndexes.push(index),
      getFirstVisibleIndex: () => shownIndexes.at(-1) ?? 0,
    },
  }
  await renderPart(
    <AlbumRuler gridRef={wall} count={100} times={times} filter={{}} timeZone="Europe/Moscow" />,
  )
  const slider = screen.getByRole('slider', { hidden: true })
  expect(slider.getAttribute('aria-valuetext')).toBe('17:00, photo 1 of 100')
  for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowUp', 'PageUp', 'Home'])
    fireEvent.keyDown(slider, { key })
  expect(shownIndexes).toEqual([40, 70, 99, 70, 60, 0])
  act(() => void shownIndexes.push(40))
  fireEvent.scroll(window)
  await vi.waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('17:40, photo 41 of 100'))
})

it('announces the photo that is turned to, and the price of its button', async () => {
  const single = buildProduct('photo', 39_000)
  await renderPart(
    <Lightbox
      event={sampleEvent}
      count={photos.length}
      getPhoto={(at) => photos[at]}
      index={2}
      buying={{ ...readOnlyBuying, canBuy: true, single, priceBasis: createEmptyBasis(sampleEvent, single) }}
      onIndex={() => undefined}
      onClose={() => undefined}
    />,
  )
  const [picture] = screen.getAllByRole('img', { hidden: true })
  const said = document.querySelector('[aria-live]')
  expect(said?.textContent).toContain('3 of 12')
  expect(said?.textContent).toContain(picture?.getAttribute('alt'))
  expect(await screen.findByRole('button', { name: /^Add to cart 390/, hidden: true })).toBeTruthy()
})

it('filters by place, and says how many photos it has', async () => {
  const chosenFilters: AlbumFilter[] = []
  const buildBar = (part: AlbumFilter) => (
    <FilterBar
      event={sampleEvent}
      filter={part}
      onChange={(next) => chosenFilters.push(next)}
      counts={
        new Map([
          ['start', 40],
          ['finish', 60],
        ])
      }
      bounds={[Date.parse(sampleEvent.startsOn), Date.parse(sampleEvent.endsOn)]}
    />
  )
  const page = await renderPart(buildBar({}))
  fireEvent.click(screen.getByRole('button', { name: 'Finish 60' }))
  expect(chosenFilters.at(-1)).toEqual({ point: 'finish' })
  page.unmount()
  await renderPart(buildBar({ point: 'finish', takenFrom: '2026-09-12T14:30:00.000Z' }))
  expect(screen.getByRole('button', { name: 'from 17:30' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Finish 60' }))
  expect(chosenFilters.at(-1)).toEqual({ takenFrom: '2026-09-12T14:30:00.000Z', point: undefined })
  fireEvent.click(screen.getByRole('button', { name: 'from 17:30' }))
  fireEvent.change(await screen.findByLabelText('From', { exact: false }), { target: { value: '17:10' } })
  fireEvent.change(screen.getByLabelText('To', { exact: false }), { target: { value: '17:20' } })
  fireEvent.submit(screen.getByRole('button', { name: 'Show photos', hidden: true }))
  expect(chosenFilters.at(-1)).toEqual({
    point: 'finish',
    takenFrom: '2026-09-12T14:10:00.000Z',
    takenTo: '2026-09-12T14:20:00.000Z',
  })
})

it('shows when the race was until the times of the photos are loaded', async () => {
  const buildBar = (bounds?: readonly [number, number]) => (
    <FilterBar event={sampleEvent} filter={{}} onChange={() => undefined} bounds={bounds} />
  )
  const catalogue = await loadCatalogue('en')
  const wrapInEnglish = (children: ReactNode) => (
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      {children}
    </LanguageProvider>
  )
  const page = render(wrapInEnglish(buildBar()))
  // it opens a sheet and is not a toggle
  expect(screen.getByRole('button', { name: 'Time' }).hasAttribute('aria-pressed')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Time' }))
  expect(await screen.findByText('The race was from 17:00 to 18:00, local time.')).toBeTruthy()
  page.rerender(
    wrapInEnglish(buildBar([Date.parse('2026-09-12T13:35:10Z'), Date.parse('2026-09-12T15:11:00Z')])),
  )
  expect(await screen.findByText('Photos were taken from 16:35 to 18:11, local time.')).toBeTruthy()
  const readValues = () => ['From', 'To'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)
  expect(readValues()).toEqual(['16:35', '18:11'])
  // photos that arrive meanwhile do not reset what was typed
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '17:05' } })
  page.rerender(
    wrapInEnglish(buildBar([Date.parse('2026-09-12T13:35:10Z'), Date.parse('2026-09-12T15:20:00Z')])),
  )
  expect(readValues()).toEqual(['17:05', '18:11'])
})
