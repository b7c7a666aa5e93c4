import { existsSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { isBib } from '../../../contract/bib.ts'
import { createSearchToken } from '../../../contract/competitors.ts'
import { type Event, getEvent } from '../../../contract/events.ts'
import type { FirstAnswers, FirstScreenFacts, RenderFirstScreen } from '../../../contract/first-screen.ts'
import { listPayments } from '../../../contract/invoices.ts'
import { getOrder, listOrderItems } from '../../../contract/orders.ts'
import { listPhotos } from '../../../contract/photos.ts'
import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { createKeep } from '../../platform/db/kept.ts'
import { findEvent, presentEvents, searchEvents } from '../events/index.ts'
import { beginningOfAlbum } from '../photos/index.ts'
import type { Ask } from './ask.ts'

/** What is shown of the service, by the tables it is read from. */
const tables = ['events', 'photos', 'photo_tags', 'videos', 'frames', 'competitors', 'ingests']
const eventsAtHome = 12
/** More than the rows of a first screen hold. */
const photosAtFirst = 15

export interface FirstScreen {
  html: string
  facts: FirstScreenFacts
  /** Of whoever knows the address; nothing between her and the service may keep it. */
  personal: boolean
}

interface WantedScreen {
  path: string
  small: boolean
  ask: Ask
}

/** Makes the first screen of a page; undefined where there is none to be made. */
export type MakeFirstScreen = (context: Context, page: WantedScreen) => Promise<FirstScreen | undefined>

/**
 * Makes the first screens of pages by the app itself, and keeps each that is everybody's until something in it changes.
 *
 * @param file the app as it was built for the server
 */
export function createFirstScreens(ground: Ground, file: string): MakeFirstScreen {
  const keep = createKeep<FirstScreen | undefined>(ground.revisions)
  let render: Promise<RenderFirstScreen> | undefined
  let loadedOn = 0
  const renderer = () => {
    const changedOn = statSync(file).mtimeMs
    if (changedOn !== loadedOn || !render) {
      loadedOn = changedOn
      render = import(`${pathToFileURL(file).href}?${changedOn}`).then(
        (app: { renderFirstScreen: RenderFirstScreen }) => app.renderFirstScreen,
      )
    }
    return render
  }
  return async (context, { path, small, ask }) => {
    if (!existsSync(file)) return undefined
    const make = await renderer()
    const draw = async (answers: FirstAnswers | undefined, personal: boolean) => {
      if (!answers) return undefined
      const { settings } = context.tenant
      const facts = { ...answers, small, language: context.language }
      const drawn = await make({ ...facts, path, settings })
      return drawn && { html: drawn.html, facts: { ...facts, chrome: drawn.chrome }, personal }
    }
    const own = personalPage(path)
    if (own) return draw(await own(context, ask), true)
    const key = [context.language, small, path].join('\n')
    return keep(context, key, tables, async () => draw(await answersFor(context, path), false))
  }
}

/** Pages that say something to somebody of whom nothing is known. */
const drawn =
  /^\/(cart|contacts|for-\w+|gift|orders|search|event\/[^/]+(\/(photos|report|video|my|selfie))?)?$/

/** What the app would ask first; undefined for a page that is not drawn, or not without it. */
async function answersFor(context: Context, path: string): Promise<FirstAnswers | undefined> {
  if (!drawn.test(path)) return undefined
  const readOn = context.now.getTime()
  if (path === '/') {
    const { rows, total } = await searchEvents(context, { offset: 0, count: eventsAtHome })
    return { readOn, newest: { items: await presentEvents(context, rows), total } }
  }
  const [, eventId, rest] = /^\/event\/([^/]+)(\/\w+)?$/.exec(path) ?? []
  if (eventId === undefined) return { readOn }
  const row = await findEvent(context, eventId)
  if (row?.state !== 'Published') return undefined
  const [event] = (await presentEvents(context, [row])) as [Event]
  const photos = rest === undefined ? await beginningOfAlbum(context, row, photosAtFirst) : undefined
  return { readOn, event, photos }
}

type Answer = (context: Context, ask: Ask) => Promise<FirstAnswers | undefined>

/** The answers for a page of which only the address says whose it is; undefined for any other page. */
function personalPage(path: string): Answer | undefined {
  const [, eventId, number] = /^\/search\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  if (eventId && number) return (context, ask) => answersForNumber(context, ask, eventId, number.trim())
  const [, orderId] = /^\/(?:pre)?order\/([^/]+)$/.exec(path) ?? []
  if (orderId) return (context, ask) => answersForOrder(context, ask, orderId)
  return undefined
}

/** How the photos of a start number begin; a name is searched for by the app. */
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

async function answersForOrder(context: Context, ask: Ask, orderId: string) {
  const params = { orderId }
  const order = await ask(getOrder, { params })
  if (!order) return undefined
  const [payments, items] = await Promise.all([
    ask(listPayments, { params: { invoiceId: order.invoiceId } }),
    ask(listOrderItems, { params }),
  ])
  if (!payments || !items) return undefined
  return { readOn: context.now.getTime(), order: { order, payments: payments.items, items: items.items } }
}
