import type { ErrorCode } from '../../../contract/errors.ts'
import type { SelfieStatus } from './status.ts'

/** Describes the state of the capture on this page. Only durable state knows where a taken picture is: see `selfieStatus`. */
export type CaptureState =
  /** No capture: the page follows the newest selfie of the event. */
  | { is: 'following' }
  | { is: 'aiming' }
  /** The picture is resized, checked and stored. */
  | { is: 'preparing' }
  /** The picture was refused; `insist` when only this device refuses it and it may be sent all the same. */
  | { is: 'refused'; code: ErrorCode; insist?: boolean }
  /** Another selfie of this event is not sent yet: asks whether it may be replaced. */
  | { is: 'replacing' }
  /** This device cannot store the picture; it is uploaded while the page stays open. */
  | { is: 'direct' }

export type CaptureEvent =
  /** A still from the camera or a chosen file. */
  | { is: 'picture' }
  | { is: 'refused'; code: ErrorCode; insist?: boolean }
  | { is: 'insisted' }
  | { is: 'other waits' }
  | { is: 'replaced' }
  /** Stored on this device and read back. */
  | { is: 'kept' }
  | { is: 'not kept' }
  | { is: 'answered' }
  | { is: 'again' }
  | { is: 'left as it was' }

type Transitions = { [is in CaptureState['is']]?: Partial<Record<CaptureEvent['is'], CaptureState['is']>> }

const shown = { picture: 'preparing', refused: 'refused' } as const

const transitions: Transitions = {
  following: { ...shown, again: 'aiming' },
  aiming: { ...shown, 'left as it was': 'following' },
  preparing: {
    refused: 'refused',
    'other waits': 'replacing',
    kept: 'following',
    'not kept': 'direct',
    again: 'aiming',
  },
  refused: { ...shown, insisted: 'preparing', again: 'aiming', 'left as it was': 'following' },
  replacing: { replaced: 'preparing', 'left as it was': 'following' },
  direct: { answered: 'following', refused: 'refused', again: 'aiming' },
}

/** Sets the initial state. */
export const initialCapture: CaptureState = { is: 'following' }

/** Returns the next state; events that do not apply, such as a late answer, change nothing. */
export function nextCapture(doing: CaptureState, news: CaptureEvent): CaptureState {
  const is = transitions[doing.is]?.[news.is]
  if (!is || (news.is === 'insisted' && !(doing.is === 'refused' && doing.insist))) return doing
  if (is === 'refused') {
    return news.is === 'refused' ? { is, code: news.code, insist: news.insist } : doing
  }
  return { is }
}

/** Names the screen to show; the first three are the camera's. */
export type Step =
  | 'aim'
  | 'preparing'
  | 'refused'
  /** Stored on this device, on its way, or waiting for an action of the runner. */
  | 'kept'
  | 'direct'
  /** The service has the picture and searches the album. */
  | 'searching'
  /** There is an outcome the runner has not seen. */
  | 'done'

export interface Journey {
  step: Step
  /** Why the picture was refused; only with `refused`. */
  code?: ErrorCode
  /** Only this device refuses the picture; it may be sent all the same. */
  insist?: boolean
}

/** Returns the screen for the capture state and the status of the event's newest selfie. */
export function toJourney(doing: CaptureState, place: SelfieStatus): Journey {
  if (doing.is === 'refused') return { step: 'refused', code: doing.code, insist: doing.insist }
  if (doing.is === 'aiming') return { step: 'aim' }
  if (doing.is === 'replacing') return { step: 'preparing' }
  if (doing.is !== 'following') return { step: doing.is }
  return journeyOfStatus(place)
}

function journeyOfStatus(place: SelfieStatus): Journey {
  switch (place.at) {
    case 'nowhere':
      return { step: 'aim' }
    case 'refused':
      return { step: 'refused', code: place.code }
    case 'searching':
      return { step: 'searching' }
    case 'found':
    case 'nobody':
      // a return after the outcome was seen means another picture
      return { step: place.seen ? 'aim' : 'done' }
    default:
      return { step: 'kept' }
  }
}
