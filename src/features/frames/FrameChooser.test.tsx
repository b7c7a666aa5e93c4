// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import { skipPauses } from '../../../tests/skip-pauses.ts'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import { buildPhoto, sampleEvent } from '../../../tests/support/data/album.ts'
import {
  createMoney,
  respondWithBadGateway,
  respondWithError,
} from '../../../tests/support/data/cart-service.ts'
import { buildProduct } from '../../../tests/support/data/catalog.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { getEventSearch } from '../../platform/storage/index.ts'
import { getPersistedOrders } from '../purchases/paid-orders.ts'
import { FrameChooser } from './FrameChooser.tsx'

const tenantHeaders = { [tenantHeader]: 'photofinish' }
const buildListResponse = (items: readonly unknown[]) =>
  new Response(JSON.stringify({ items, count: items.length, total: items.length }), {
    headers: { 'content-type': 'application/json', ...tenantHeaders },
  })
const buildPictureResponse = () =>
  new Response('framed', { headers: { 'content-type': 'image/jpeg', ...tenantHeaders } })

const frame = { frameId: 'f1', image: '/media/frame', title: 'Bridges' }
const single = buildProduct('frame', 49_000, { title: 'A framed photo', frame })
const all = buildProduct('photosWithFrame', 79_000, { title: 'All photos in a frame', frame })

/** Answers to the requests for a framed photo, in order; the last one repeats. */
let previews: (() => Response)[]

beforeEach(() => {
  localStorage.clear()
  previews = [buildPictureResponse]
  const token = { token: 't', expiresOn: '2030-01-01T00:00:00.000Z', total: 3 }
  getEventSearch('e').last.write({ by: 'number', number: '128' })
  getEventSearch('e').token.write({ ...token, subject: { kind: 'number', label: '128' } })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:framed')
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('/public/frame/')) {
      const [buildResponse = buildPictureResponse] = previews
      if (previews.length > 1) previews.shift()
      return buildResponse()
    }
    if (address.includes('/catalog/products')) return buildListResponse([single, all])
    if (address.includes('/photos?')) return buildListResponse([buildPhoto(1), buildPhoto(2), buildPhoto(3)])
    if (address.includes('/token'))
      return new Response(
        JSON.stringify({ ...token, token: 'u', subject: { kind: 'number', label: '128' } }),
        {
          headers: { 'content-type': 'application/json', ...tenantHeaders },
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
let photoNumber = 10
const renderChooser = () =>
  renderPart(<FrameChooser event={sampleEvent} frames={[single]} />, {
    path: `/event/e/frame?photo=p${++photoNumber}`,
  })

const findFramedPhoto = () => screen.queryByRole('img', { name: 'The photo in the frame: Bridges' })

test('a photo in a frame, and all photos of the runner in it, are offered with their prices', async () => {
  await renderChooser()
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
  getPersistedOrders('e').write([
    {
      ...{ orderId: 'o1', number: '48213', paidOn: '2026-11-20T10:00:00.000Z', singles: [], packages: [] },
      ...{ framed: [{ photoId: `p${photoNumber + 1}`, frameId: 'f1' }], videos: [], paidFor: {} },
      paidForSingles: createMoney(0),
    },
  ])
  await renderChooser()
  const [open] = await screen.findAllByRole('link', { name: 'Bought · open' })
  expect(open?.getAttribute('href')).toBe('/order/o1')
  expect(screen.queryByRole('button', { name: /^Add to cart/ })).toBeNull()
})

test('what was paid for photos in this frame counts towards all of them', async () => {
  getPersistedOrders('e').write([
    {
      ...{ orderId: 'o1', number: '48213', paidOn: '2026-11-20T10:00:00.000Z', singles: [], packages: [] },
      ...{
        framed: [{ photoId: 'p1', frameId: 'f1' }],
        videos: [],
        paidFor: {},
        paidForSingles: createMoney(0),
      },
      ...{ framedSingles: [{ photoId: 'p1', frameId: 'f1', paid: 49_000 }], notRefunded: 49_000 },
    },
  ])
  await renderChooser()
  const strip = await screen.findByText('All 3 photos with me in a frame')
  // 790 less 490, next to 980 for the two others
  expect(strip.closest('.pf-bib')?.textContent).toMatch(/300\s₽680\s₽ less than one by one/)
})

test('the framed photo is shown as soon as it has come, after a token that was over too', async () => {
  previews = [respondWithError('TokenExpired', 401), buildPictureResponse]
  await renderChooser()
  await vi.waitFor(() => expect(findFramedPhoto()).not.toBeNull())
  expect(screen.queryByText(/Your search is over/)).toBeNull()
})

test.each<[string, () => Response, RegExp, string | undefined]>([
  ['a refusal (404)', respondWithError('PhotoNotFound', 404), /^This photo is no longer here/, 'Try again'],
  [
    'no answer (0)',
    respondWithBadGateway,
    /^The framed photo will be shown once there is a network/,
    undefined,
  ],
  [
    'a token that is not taken (401)',
    respondWithError('TokenExpired', 401),
    /^Your search is over/,
    'Find yourself',
  ],
])('%s shows no picture in the frame, and says so', async (_which, answer, expectedText, actionName) => {
  previews = [answer]
  // a request without an answer is retried before it fails
  skipPauses(2_000)
  await renderChooser()
  const note = (await screen.findByText(expectedText)).closest<HTMLElement>('[role=alert], [role=status]')
  if (!note) throw new Error('These words are in no note')
  expect(findFramedPhoto()).toBeNull()
  const actions = [...within(note).queryAllByRole('button'), ...within(note).queryAllByRole('link')]
  expect(actions.map(({ textContent }) => textContent)).toEqual(actionName === undefined ? [] : [actionName])
})
