import type { LocalText } from '../../platform/local-text.ts'

/** A place on the course where photos are taken. */
export interface EventPoint {
  /** Short key that photos carry, e.g. `finish`. */
  point: string
  title: LocalText
}

/** Switches of an event; an absent feature switch means on. */
export interface EventSwitches {
  faceSearch?: boolean
  frames?: boolean
  preorder?: boolean
  /** Whether all photos were handed in; absent: true some time after the end of the event. */
  closed?: boolean
  /** The only allowed payment types, by id; absent: all that the tenant has. */
  paymentTypes?: readonly string[]
}

/** A public image; `key` is an object below `media/`, sizes in px. */
interface Picture {
  key: string
  width: number
  height: number
}

/** The cover of an event; `small` is large enough for a phone. */
export interface EventCover extends Picture {
  placeholder?: string
  small?: Picture
}
