import { existsSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { isBib } from '../../../contract/bib.ts'
import { createSearchToken } from '../../../contract/competitors.ts'
import { type Event, getEvent, getNextHomePage, homePageSize } from '../../../contract/events.ts'
import { listPayments } from '../../../contract/invoices.ts'
import { getOrder, listOrderItems } from '../../../contract/orders.ts'
import { findPage } from '../../../contract/pages.ts'
import { listPhotos } from '../../../contract/photos.ts'
import type { InitialData, InitialPageData, SsrRender } from '../../../contract/ssr.ts'
import type { Context } from '../../platform/context.ts'
import { createMemoize } from '../../platform/db/memoize.ts'
import type { Services } from '../../platform/services.ts'
import { presentEvents, searchEvents } from '../event-overview/index.ts'
import { findEvent } from '../events/index.ts'
import { presentFirstPhotos } from '../photos/index.ts'
import type { CallEndpoint } from './endpoint-client.ts'

/** Tables that server-rendered pages depend on. */
const tables = ['events', 'photos', 'photo_tags', 'videos', 'frames', 'competitors', 'ingests']
/** More photos than the first rows show. */
const firstPhotoCount = 15

export interface RenderedPage {
  html: string
  initialData: InitialData
  /** Contains data for callers who know the address; must not be cached by intermediaries. */
  personal: boolean
}

interface PageRequest {
  path: string
  small: boolean
  callEndpoint: CallEndpoint
}

/** Renders a page on the server (SSR); returns undefined where it is not supported. */
export type RenderPage = (context: Context, page: PageRequest) => Promise<RenderedPage | undefined>

/**
 * Creates the server-side rendering of pages by the app. Results without personal data are memoized until their data changes.
 *
 * @param file the app's build for the server
 */
export function createRenderer(services: Services, file: string): RenderPage {
  const memoized = createMemoize<RenderedPage | undefined>(services.tableVersions)
  let render: Promise<SsrRender> | undefined
  let loadedOn = 0
  const loadRenderer = () => {
    const changedOn = statSync(file).mtimeMs
    if (changedOn !== loadedOn || !render) {
      loadedOn = changedOn
      render = import(`${pathToFileURL(file).href}?${changedOn}`).then(
        (app: { renderOnServer: SsrRender }) => app.renderOnServer,
      )
    }
    return render
  }
  return async (context, { path, small, callEndpoint }) => {
    if (!existsSync(file)) return undefined
    const renderApp = await loadRenderer()
    const renderAnswers = async (answers: InitialPageData | undefined, personal: boolean) => {
      if (!answers) return undefined
      const { settings } = context.tenant
      const initialData = { ...answers, small, language: context.language }
      const rendered = await renderApp({ ...initialData, path, settings })
      return (
        rendered && {
          html: rendered.html,
          initialData: { ...initialData, chrome: rendered.chrome },
          personal,
        }
      )
    }
    const loadAnswers = findPersonalLoader(path)
    if (loadAnswers) return renderAnswers(await loadAnswers(context, callEndpoint), true)
    const key = [context.language, small, path].join('\n')
    return memoized(context, key, tables, async () =>
      renderAnswers(await findInitialAnswers(context, path), false),
    )
  }
}

/** Returns the app's first responses for a page; undefined for a page that is not server-rendered, or not without them. */
async function findInitialAnswers(context: Context, path: string): Promise<InitialPageData | undefined> {
  if (!findPage(path)?.isDrawn) return undefined
  const readOn = context.now.getTime()
  if (path === '/') {
    return { readOn, newest: await findHomeEvents(context) }
  }
  const [, eventId, subpage] = /^\/event\/([^/]+)(\/\w+)?$/.exec(path) ?? []
  if (eventId === undefined) return { readOn }
  const row = await findEvent(context, eventId)
  if (row?.state !== 'Published') return undefined
  const [event] = (await presentEvents(context, [row])) as [Event]
  const photos = subpage === undefined ? await presentFirstPhotos(context, row, firstPhotoCount) : undefined
  return { readOn, event, photos }
}

/** Returns the newest events as home requests them: also the nearest of many upcoming ones, and some past ones. */
async function findHomeEvents(context: Context): Promise<NonNullable<InitialPageData['newest']>> {
  const { rows, ...counted } = await searchEvents(context, { offset: 0, count: homePageSize })
  const items = await presentEvents(context, rows)
  for (;;) {
    const page = getNextHomePage({ items, total: counted.total }, context.now)
    const nextRows = page ? (await searchEvents(context, page)).rows : []
    if (nextRows.length === 0) return { items, ...counted }
    items.push(...(await presentEvents(context, nextRows)))
  }
}

type LoadAnswers = (context: Context, callEndpoint: CallEndpoint) => Promise<InitialPageData | undefined>

/** Returns the responses for a page that only its address identifies with a person; undefined for any other page. */
function findPersonalLoader(path: string): LoadAnswers | undefined {
  const [, eventId, number] = /^\/search\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  if (eventId && number)
    return (context, callEndpoint) => loadSearchAnswers(context, callEndpoint, eventId, number.trim())
  const [, orderId] = /^\/(?:pre)?order\/([^/]+)$/.exec(path) ?? []
  if (orderId) return (context, callEndpoint) => loadOrderAnswers(context, callEndpoint, orderId)
  return undefined
}

/** Returns the first photos of a start number; names are searched by the app. */
async function loadSearchAnswers(
  context: Context,
  callEndpoint: CallEndpoint,
  eventId: string,
  number: string,
) {
  if (!isBib(number)) return undefined
  const event = await callEndpoint(getEvent, { params: { eventId } })
  const found = event && (await callEndpoint(createSearchToken, { params: { eventId }, body: { number } }))
  if (!event || !found) return undefined
  const { token, subject, total } = found
  const query = { albumId: event.albumId, offset: 0, count: firstPhotoCount }
  const page = total > 0 ? await callEndpoint(listPhotos, { params: undefined, query, token }) : undefined
  if (!page) return undefined
  const readOn = context.now.getTime()
  return { readOn, event, found: { number, label: subject.label, total, photos: page.items } }
}

const maxPage = { offset: 0, count: 100 }

const isComplete = <List extends { count: number; total: number }>(list: List | undefined): list is List =>
  list !== undefined && list.count === list.total

async function loadOrderAnswers(context: Context, callEndpoint: CallEndpoint, orderId: string) {
  const params = { orderId }
  const order = await callEndpoint(getOrder, { params })
  if (!order) return undefined
  const [payments, items] = await Promise.all([
    callEndpoint(listPayments, { params: { invoiceId: order.invoiceId }, query: maxPage }),
    callEndpoint(listOrderItems, { params, query: maxPage }),
  ])
  // the app loads every page of a longer list
  if (!isComplete(payments) || !isComplete(items)) return undefined
  return { readOn: context.now.getTime(), order: { order, payments: payments.items, items: items.items } }
}
