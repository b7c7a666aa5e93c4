// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AlbumTimes, Photo } from '../../../contract/photos.ts'
import { anEvent, aPhoto } from '../../../tests/support/data/album.ts'
import { aProduct } from '../../../tests/support/data/catalog.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { AlbumRuler } from './AlbumRuler.tsx'
import type { AlbumPart } from './album-part.ts'
import { Lightbox } from './Lightbox.tsx'
import { PartBar } from './PartBar.tsx'
import { PhotoWall } from './PhotoWall.tsx'
import { emptyBasis, readOnlyBuying } from './read-only-buying.ts'
import { useChosen } from './selection.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(358)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function show(what: ReactNode) {
  const catalogue = await loadCatalogue('en')
  return render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      {what}
    </LanguageProvider>,
  )
}

const photos = Array.from({ length: 12 }, (_, at) => aPhoto(at))

it('selects all photos between two with Shift, each once', async () => {
  const Chosen = () => (
    <output>
      {useChosen('e')
        .map(({ photoId }) => photoId)
        .join(' ')}
    </output>
  )
  const toggled: string[] = []
  const buying = {
    ...readOnlyBuying,
    canBuy: true,
    toggle: ({ photoId }: Photo) => void toggled.push(photoId),
  }
  await show(
    <>
      <PhotoWall
        event={anEvent}
        label="wall"
        count={photos.length}
        photoAt={(at) => photos[at]}
        buying={{ ...buying, inCart: (photoId) => photoId === 'p3' }}
        onOpen={() => undefined}
      />
      <Chosen />
    </>,
  )
  const pluses = screen.getAllByRole('button', { name: /^Choose/ })
  const plus = (at: number) => pluses[at] as HTMLElement
  fireEvent.click(plus(1))
  expect(toggled).toEqual(['p1'])
  fireEvent.click(plus(5), { shiftKey: true })
  // photos in the cart are not selected
  expect(screen.getByRole('status').textContent).toBe('p1 p2 p4 p5')
  fireEvent.click(plus(4), { shiftKey: true })
  expect(screen.getByRole('status').textContent).toBe('p1 p2 p4 p5')
})

it('supports answering, selecting, buying and help by keys in any keyboard layout', async () => {
  const said: [string, boolean][] = []
  const bought: string[] = []
  const toggled: string[] = []
  const buying = {
    ...readOnlyBuying,
    canBuy: true,
    toggle: ({ photoId }: Photo) => void toggled.push(photoId),
    buy: async ([photo]: readonly Photo[]) => bought.push(photo?.photoId ?? '') > 0,
  }
  await show(
    <Lightbox
      event={anEvent}
      count={photos.length}
      photoAt={(at) => photos[at]}
      index={2}
      buying={buying}
      onIndex={() => undefined}
      onClose={() => undefined}
      sayIfMe={({ photoId }, itIsMe) => said.push([photoId, itIsMe])}
    />,
  )
  const dialog = screen.getByRole('dialog', { hidden: true })
  const press = (code: string, key: string, more = {}) => fireEvent.keyDown(dialog, { code, key, ...more })
  press('KeyN', 'т')
  press('KeyY', 'y')
  press('KeyS', 'ы')
  press('KeyB', 'b')
  press('KeyB', 'b', { ctrlKey: true })
  expect(said).toEqual([
    ['p2', false],
    ['p2', true],
  ])
  expect([toggled, bought]).toEqual([['p2'], ['p2']])
  expect(screen.queryByRole('region', { name: 'Keyboard', hidden: true })).toBeNull()
  press('Slash', '?', { shiftKey: true })
  const help = await screen.findByRole('region', { name: 'Keyboard', hidden: true })
  expect(help.textContent).toContain('Not me')
  press('Digit7', '?', { shiftKey: true })
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
  const shown: number[] = []
  const wall = {
    current: { show: (index: number) => void shown.push(index), firstShown: () => shown.at(-1) ?? 0 },
  }
  await show(<AlbumRuler wall={wall} count={100} times={times} part={{}} timeZone="Europe/Moscow" />)
  const slider = screen.getByRole('slider', { hidden: true })
  expect(slider.getAttribute('aria-valuetext')).toBe('17:00, photo 1 of 100')
  for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowUp', 'PageUp', 'Home'])
    fireEvent.keyDown(slider, { key })
  expect(shown).toEqual([40, 70, 99, 70, 60, 0])
  act(() => void shown.push(40))
  fireEvent.scroll(window)
  await vi.waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('17:40, photo 41 of 100'))
})

it('announces the photo that is turned to, and the price of its button', async () => {
  const single = aProduct('photo', 39_000)
  await show(
    <Lightbox
      event={anEvent}
      count={photos.length}
      photoAt={(at) => photos[at]}
      index={2}
      buying={{ ...readOnlyBuying, canBuy: true, single, basis: emptyBasis(anEvent, single) }}
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
  const wanted: AlbumPart[] = []
  const bar = (part: AlbumPart) => (
    <PartBar
      event={anEvent}
      part={part}
      onChange={(next) => wanted.push(next)}
      counts={
        new Map([
          ['start', 40],
          ['finish', 60],
        ])
      }
      bounds={[Date.parse(anEvent.startsOn), Date.parse(anEvent.endsOn)]}
    />
  )
  const page = await show(bar({}))
  fireEvent.click(screen.getByRole('button', { name: 'Finish 60' }))
  expect(wanted.at(-1)).toEqual({ point: 'finish' })
  page.unmount()
  await show(bar({ point: 'finish', takenFrom: '2026-09-12T14:30:00.000Z' }))
  expect(screen.getByRole('button', { name: 'from 17:30' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Finish 60' }))
  expect(wanted.at(-1)).toEqual({ takenFrom: '2026-09-12T14:30:00.000Z', point: undefined })
  fireEvent.click(screen.getByRole('button', { name: 'from 17:30' }))
  fireEvent.change(await screen.findByLabelText('From', { exact: false }), { target: { value: '17:10' } })
  fireEvent.change(screen.getByLabelText('To', { exact: false }), { target: { value: '17:20' } })
  fireEvent.submit(screen.getByRole('button', { name: 'Show photos', hidden: true }))
  expect(wanted.at(-1)).toEqual({
    point: 'finish',
    takenFrom: '2026-09-12T14:10:00.000Z',
    takenTo: '2026-09-12T14:20:00.000Z',
  })
})

it('shows when the race was until the times of the photos are loaded', async () => {
  const bar = (bounds?: readonly [number, number]) => (
    <PartBar event={anEvent} part={{}} onChange={() => undefined} bounds={bounds} />
  )
  const catalogue = await loadCatalogue('en')
  const inEnglish = (what: ReactNode) => (
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      {what}
    </LanguageProvider>
  )
  const page = render(inEnglish(bar()))
  // it opens a sheet and is not a toggle
  expect(screen.getByRole('button', { name: 'Time' }).hasAttribute('aria-pressed')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Time' }))
  expect(await screen.findByText('The race was from 17:00 to 18:00, local time.')).toBeTruthy()
  page.rerender(inEnglish(bar([Date.parse('2026-09-12T13:35:10Z'), Date.parse('2026-09-12T15:11:00Z')])))
  expect(await screen.findByText('Photos were taken from 16:35 to 18:11, local time.')).toBeTruthy()
  const values = ['From', 'To'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)
  expect(values).toEqual(['16:35', '18:11'])
})
