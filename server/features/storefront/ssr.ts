import { existsSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { isBib } from '../../../contract/bib.ts'
import { createSearchToken } from '../../../contract/competitors.ts'
import { type Event, getEvent } from '../../../contract/events.ts'
import { listPayments } from '../../../contract/invoices.ts'
import { getOrder, listOrderItems } from '../../../contract/orders.ts'
import { listPhotos } from '../../../contract/photos.ts'
import type { InitialAnswers, InitialData, SsrRender } from '../../../contract/ssr.ts'
import type { Context } from '../../platform/context.ts'
import { createMemoize } from '../../platform/db/memoize.ts'
import type { Services } from '../../platform/services.ts'
import { findEvent, presentEvents, searchEvents } from '../events/index.ts'
import { beginningOfAlbum } from '../photos/index.ts'
import type { Ask } from './ask.ts'

/** Tables that server-rendered pages depend on. */
const tables = ['events', 'photos', 'photo_tags', 'videos', 'frames', 'competitors', 'ingests']
const eventsAtHome = 12
/** More photos than the first rows show. */
const photosAtFirst = 15

export interface RenderedPage {
  html: string
  initialData: InitialData
  /** Contains data for callers who know the address; must not be cached by intermediaries. */
  personal: boolean
}

interface WantedScreen {
  path: string
  small: boolean
  ask: Ask
}

/** Renders a page on the server (SSR); returns undefined where it is not supported. */
export type RenderPage = (context: Context, page: WantedScreen) => Promise<RenderedPage | undefined>

/**
 * Creates the server-side rendering of pages by the app. Results without personal data are memoized until their data changes.
 *
 * @param file the app's build for the server
 */
export function createRenderer(services: Services, file: string): RenderPage {
  const memoized = createMemoize<RenderedPage | undefined>(services.tableVersions)
  let render: Promise<SsrRender> | undefined
  let loadedOn = 0
  const renderer = () => {
    const changedOn = statSync(file).mtimeMs
    if (changedOn !== loadedOn || !render) {
      loadedOn = changedOn
      render = import(`${pathToFileURL(file).href}?${changedOn}`).then(
        (app: { renderOnServer: SsrRender }) => app.renderOnServer,
      )
    }
    return render
  }
  return async (context, { path, small, ask }) => {
    if (!existsSync(file)) return undefined
    const make = await renderer()
    const draw = async (answers: InitialAnswers | undefined, personal: boolean) => {
      if (!answers) return undefined
      const { settings } = context.tenant
      const initialData = { ...answers, small, language: context.language }
      const drawn = await make({ ...initialData, path, settings })
      return drawn && { html: drawn.html, initialData: { ...initialData, chrome: drawn.chrome }, personal }
    }
    const own = personalPage(path)
    if (own) return draw(await own(context, ask), true)
    const key = [context.language, small, path].join('\n')
    return memoized(context, key, tables, async () => draw(await answersFor(context, path), false))
  }
}

/** Pages with content for an unknown visitor. */
const drawn =
  /^\/(cart|contacts|for-\w+|gift|orders|search|event\/[^/]+(\/(photos|report|video|my|selfie))?)?$/

/** Returns the app's first responses for a page; undefined for a page that is not server-rendered, or not without them. */
async function answersFor(context: Context, path: string): Promise<InitialAnswers | undefined> {
  if (!drawn.test(path)) return undefined
  const readOn = context.now.getTime()
  if (path === '/') {
    const { rows, ...counted } = await searchEvents(context, { offset: 0, count: eventsAtHome })
    return { readOn, newest: { items: await presentEvents(context, rows), ...counted } }
  }
  const [, eventId, rest] = /^\/event\/([^/]+)(\/\w+)?$/.exec(path) ?? []
  if (eventId === undefined) return { readOn }
  const row = await findEvent(context, eventId)
  if (row?.state !== 'Published') return undefined
  const [event] = (await presentEvents(context, [row])) as [Event]
  const photos = rest === undefined ? await beginningOfAlbum(context, row, photosAtFirst) : undefined
  return { readOn, event, photos }
}

type Answer = (context: Context, ask: Ask) => Promise<InitialAnswers | undefined>

/** Returns the responses for a page that only its address identifies with a person; undefined for any other page. */
function personalPage(path: string): Answer | undefined {
  const [, eventId, number] = /^\/search\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  if (eventId && number) return (context, ask) => answersForNumber(context, ask, eventId, number.trim())
  const [, orderId] = /^\/(?:pre)?order\/([^/]+)$/.exec(path) ?? []
  if (orderId) return (context, ask) => answersForOrder(context, ask, orderId)
  return undefined
}

/** Returns the first photos of a start number; names are searched by the app. */
async function answersForNumber(context: Context, ask: Ask, eventId: string, number: string) {
  if (!isBib(number)) return undefined
  const event = await ask(getEvent, { params: { eventId } })
  const found = event && (await ask(createSearchToken, { params: { eventId }, body: { number } }))
  if (!event || !found) return undefined
  const { token, subject, total } = found
  const query = { albumId: event.albumId, offset: 0, count: photosAtFirst }
  const page = total > 0 ? await ask(listPhotos, { params: undefined, query, token }) : undefined
  if (!page) return undefined
  const readOn = context.now.getTime()
  return { readOn, event, found: { number, label: subject.label, total, photos: page.items } }
}

const largestPage = { offset: 0, count: 100 }

const isWhole = <List extends { count: number; total: number }>(list: List | undefined): list is List =>
  list !== undefined && list.count === list.total

async function answersForOrder(context: Context, ask: Ask, orderId: string) {
  const params = { orderId }
  const order = await ask(getOrder, { params })
  if (!order) return undefined
  const [payments, items] = await Promise.all([
    ask(listPayments, { params: { invoiceId: order.invoiceId }, query: largestPage }),
    ask(listOrderItems, { params, query: largestPage }),
  ])
  // the app loads every page of a longer list
  if (!isWhole(payments) || !isWhole(items)) return undefined
  return { readOn: context.now.getTime(), order: { order, payments: payments.items, items: items.items } }
}
