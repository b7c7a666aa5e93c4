import type { LocalText } from '../../platform/local-text.ts'

/** A place on the course where photos are taken. */
export interface EventPoint {
  /** Short key that photos carry, e.g. `finish`. */
  point: string
  title: LocalText
}

/** What may be switched off for an event; absent means on. */
export interface EventSwitches {
  faceSearch?: boolean
  frames?: boolean
  preorder?: boolean
  /** The only ways to pay, by id; absent: all that the tenant has. */
  paymentTypes?: readonly string[]
}

/** A public picture; `key` is an object below `media/`, sizes in px. */
interface Picture {
  key: string
  width: number
  height: number
}

/** What stands above an event; `small` is enough for a phone. */
export interface EventCover extends Picture {
  placeholder?: string
  small?: Picture
}
