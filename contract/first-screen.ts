import type { Language } from './common.ts'
import type { Event } from './events.ts'
import type { Payment } from './invoices.ts'
import type { Order, OrderItem } from './orders.ts'
import type { Photo } from './photos.ts'
import type { Settings } from './settings.ts'

/** Id of the data block in which a page says what its first screen was made of. */
export const firstScreenId = 'first-screen'

/**
 * Elements that do not count in the place of an `EarlyDeed`: Headless UI's tabs have a guard of the focus beside them
 * until the app answers, and none afterwards.
 */
export const focusGuards = 'button[aria-hidden]'

/** What everybody may see and the first screen of an address shows; the app begins with the same. */
export interface FirstAnswers {
  /** When the service said so, ms. */
  readOn: number
  /** The newest events, of the home page. */
  newest?: { items: readonly Event[]; total: number }
  /** The event of the address. */
  event?: Event
  /** How its album begins. */
  photos?: readonly Photo[]
  /** Whose photos the address is about. */
  found?: FoundAtFirst
  /** The order of the address, the attempts to pay it, and what was ordered. */
  order?: { order: Order; payments: Payment[]; items: OrderItem[] }
}

/** How the photos of a start number begin. */
export interface FoundAtFirst {
  /** As the address says it. */
  number: string
  /** What people call her. */
  label: string
  photos: readonly Photo[]
  /** With the others. */
  total: number
}

/** What a page that came with its first screen tells the app. */
export interface FirstScreenFacts extends FirstAnswers {
  language: Language
  /** Made for the window of a phone. */
  small: boolean
  /** What the page leaves out around itself. */
  chrome?: Readonly<Record<string, string | boolean | undefined>>
}

/** What a first screen is made of. */
export interface FirstScreenRequest extends FirstScreenFacts {
  /** Decoded, without query. */
  path: string
  settings: Settings
}

/** Makes the HTML of an address's first screen, which stands in `#root`; undefined for what is no page of the app. */
export type RenderFirstScreen = (
  request: FirstScreenRequest,
) => Promise<{ html: string; chrome: FirstScreenFacts['chrome'] } | undefined>

/** Something that was done on a first screen before the app answered: a press, or a field that was filled. */
export interface EarlyDeed {
  /** Which child of which, from `#root` down. */
  place: readonly number[]
  /** Name of the element, as a guard. */
  tag: string
  /** What was typed; absent for a press. */
  value?: string
}

declare global {
  interface Window {
    /** What was done so far; absent once the app answers by itself. */
    early?: EarlyDeed[]
  }
}
