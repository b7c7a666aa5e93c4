import type { Language } from './common.ts'
import type { Event } from './events.ts'
import type { Payment } from './invoices.ts'
import type { Order, OrderItem } from './orders.ts'
import type { Photo } from './photos.ts'
import type { Settings } from './settings.ts'

/** Identifies the data block with the data that the page was rendered from. */
export const initialDataId = 'initial-data'

/**
 * Elements that are skipped when computing the `place` of a `QueuedInteraction`. Headless UI renders focus guards next to its
 * tabs before hydration, and none afterwards.
 */
export const focusGuardSelector = 'button[aria-hidden]'

/** Public data that the server-rendered page shows. The app starts with the same data. */
export interface InitialPageData {
  /** Time of the answer, in ms since the epoch. */
  readOn: number
  /** The newest events, for the home page. */
  newest?: { items: readonly Event[]; total: number; withPhotos?: number }
  /** The event in the URL. */
  event?: Event
  /** The first photos of its album. */
  photos?: readonly Photo[]
  /** The search result for the number in the URL. */
  found?: InitialSearch
  /** The order in the URL, its payment attempts, and its items. */
  order?: { order: Order; payments: Payment[]; items: OrderItem[] }
}

/** The first photos of a start number. */
export interface InitialSearch {
  /** As written in the address. */
  number: string
  /** Display name of the runner. */
  label: string
  photos: readonly Photo[]
  /** Total number, including photos that are not in `photos`. */
  total: number
}

/** Data that a server-rendered page passes to the app. */
export interface InitialData extends InitialPageData {
  language: Language
  /** Rendered for a phone-sized window. */
  small: boolean
  /** Page parts that are left out around the content. */
  chrome?: Readonly<Record<string, string | boolean | undefined>>
}

/** Input of server rendering. */
export interface SsrRequest extends InitialData {
  /** Decoded, without query. */
  path: string
  settings: Settings
}

/** Renders the HTML of `#root` for an address. Resolves to undefined for an address without a page of the app. */
export type SsrRender = (
  request: SsrRequest,
) => Promise<{ html: string; chrome: InitialData['chrome'] } | undefined>

/** A click or a filled field on a server-rendered page before hydration, queued for replay. */
export interface QueuedInteraction {
  /** Child indexes from `#root` down to the element. */
  childIndexes: readonly number[]
  /** Tag name of the element, to verify that it is the same. */
  tag: string
  /** The typed value. Absent for a click. */
  value?: string
}

declare global {
  interface Window {
    /** Interactions queued so far. Absent once the app handles events itself. */
    queuedInteractions?: QueuedInteraction[]
  }
}
