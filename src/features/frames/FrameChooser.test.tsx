// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import { skipPauses } from '../../../tests/skip-pauses.ts'
import { anEvent, aPhoto } from '../../../tests/support/data/album.ts'
import { lostAnswer, money, refusal } from '../../../tests/support/data/cart-service.ts'
import { aProduct } from '../../../tests/support/data/catalog.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { showPart } from '../../platform/language/show-part.tsx'
import { eventSearch } from '../../platform/storage/index.ts'
import { boughtIn } from '../purchases/bought.ts'
import { FrameChooser } from './FrameChooser.tsx'

const ours = { [tenantHeader]: 'photofinish' }
const list = (items: readonly unknown[]) =>
  new Response(JSON.stringify({ items, count: items.length, total: items.length }), {
    headers: { 'content-type': 'application/json', ...ours },
  })
const picture = () => new Response('framed', { headers: { 'content-type': 'image/jpeg', ...ours } })

const frame = { frameId: 'f1', image: '/media/frame', title: 'Bridges' }
const single = aProduct('frame', 49_000, { title: 'A framed photo', frame })
const all = aProduct('photosWithFrame', 79_000, { title: 'All photos in a frame', frame })

/** Answers to the requests for a framed photo, in order; the last one repeats. */
let previews: (() => Response)[]

beforeEach(() => {
  localStorage.clear()
  previews = [picture]
  const token = { token: 't', expiresOn: '2030-01-01T00:00:00.000Z', total: 3 }
  eventSearch('e').last.write({ by: 'number', number: '128' })
  eventSearch('e').token.write({ ...token, subject: { kind: 'number', label: '128' } })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:framed')
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('/public/frame/')) {
      const [give = picture] = previews
      if (previews.length > 1) previews.shift()
      return give()
    }
    if (address.includes('/catalog/products')) return list([single, all])
    if (address.includes('/photos?')) return list([aPhoto(1), aPhoto(2), aPhoto(3)])
    if (address.includes('/token'))
      return new Response(
        JSON.stringify({ ...token, token: 'u', subject: { kind: 'number', label: '128' } }),
        {
          headers: { 'content-type': 'application/json', ...ours },
        },
      )
    throw new TypeError('no network')
  })
})

afterEach(async () => {
  await vi.dynamicImportSettled()
  for (const { id } of await outbox.entries()) await outbox.drop(id)
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A different photo for each test: framed photos are cached in memory. */
let shown = 10
const show = () =>
  showPart(<FrameChooser event={anEvent} frames={[single]} />, { path: `/event/e/frame?photo=p${++shown}` })

const framed = () => screen.queryByRole('img', { name: 'The photo in the frame: Bridges' })

test('a photo in a frame, and all photos of the runner in it, are offered with their prices', async () => {
  await show()
  expect(screen.getByRole('region', { name: 'A framed photo' }).textContent).toMatch(/^490\s₽/)
  const strip = await screen.findByText('All 3 photos with me in a frame')
  const plate = strip.closest('.pf-bib') as HTMLElement
  expect(plate.textContent).toMatch(/790\s₽680\s₽ less than one by one/)
  fireEvent.click(within(plate).getByRole('button', { name: 'Take all' }))
  await vi.waitFor(async () => {
    const added = (await outbox.entries()).find(({ kind }) => kind === 'cart.add')
    expect(added?.body).toMatchObject({ items: [{ productId: 'photosWithFrame', frameId: 'f1' }] })
  })
})

test('a photo that was bought in this frame is open, and not offered again', async () => {
  boughtIn('e').write([
    {
      ...{ orderId: 'o1', number: '48213', paidOn: '2026-11-20T10:00:00.000Z', singles: [], packages: [] },
      ...{ framed: [{ photoId: `p${shown + 1}`, frameId: 'f1' }], videos: [], paidFor: {} },
      paidForSingles: money(0),
    },
  ])
  await show()
  const [open] = await screen.findAllByRole('link', { name: 'Bought · open' })
  expect(open?.getAttribute('href')).toBe('/order/o1')
  expect(screen.queryByRole('button', { name: /^Add to cart/ })).toBeNull()
})

test('what was paid for photos in this frame counts towards all of them', async () => {
  boughtIn('e').write([
    {
      ...{ orderId: 'o1', number: '48213', paidOn: '2026-11-20T10:00:00.000Z', singles: [], packages: [] },
      ...{ framed: [{ photoId: 'p1', frameId: 'f1' }], videos: [], paidFor: {}, paidForSingles: money(0) },
      ...{ framedSingles: [{ photoId: 'p1', frameId: 'f1', paid: 49_000 }], notRefunded: 49_000 },
    },
  ])
  await show()
  const strip = await screen.findByText('All 3 photos with me in a frame')
  // 790 less 490, next to 980 for the two others
  expect(strip.closest('.pf-bib')?.textContent).toMatch(/300\s₽680\s₽ less than one by one/)
})

test('the framed photo is shown as soon as it has come, after a token that was over too', async () => {
  previews = [refusal('TokenExpired', 401), picture]
  await show()
  await vi.waitFor(() => expect(framed()).not.toBeNull())
  expect(screen.queryByText(/Your search is over/)).toBeNull()
})

test.each<[string, () => Response, RegExp, string | undefined]>([
  ['a refusal (404)', refusal('PhotoNotFound', 404), /^This photo is no longer here/, 'Try again'],
  ['no answer (0)', lostAnswer, /^The framed photo will be shown once there is a network/, undefined],
  ['a token that is not taken (401)', refusal('TokenExpired', 401), /^Your search is over/, 'Find yourself'],
])('%s shows no picture in the frame, and says so', async (_which, answer, words, way) => {
  previews = [answer]
  // a request without an answer is retried before it fails
  skipPauses(2_000)
  await show()
  const note = (await screen.findByText(words)).closest<HTMLElement>('[role=alert], [role=status]')
  if (!note) throw new Error('These words are in no note')
  expect(framed()).toBeNull()
  const ways = [...within(note).queryAllByRole('button'), ...within(note).queryAllByRole('link')]
  expect(ways.map(({ textContent }) => textContent)).toEqual(way === undefined ? [] : [way])
})
