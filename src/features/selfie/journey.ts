import type { ErrorCode } from '../../../contract/errors.ts'
import type { Place } from './place.ts'

/** What the runner is doing on this page. Where a taken picture is, only durable state knows: see `placeOf`. */
export type Doing =
  | { is: 'consent' }
  /** Nothing of her own: the page follows the newest selfie of the event. */
  | { is: 'following' }
  | { is: 'aiming' }
  /** The picture is made smaller, looked at and kept. */
  | { is: 'preparing' }
  /** The picture is at fault; `insist` when only this device says so and it may be sent all the same. */
  | { is: 'refused'; code: ErrorCode; insist?: boolean }
  /** Another selfie of this event waits still: may this one take its place? */
  | { is: 'replacing' }
  /** This device cannot keep the picture; it goes while the page stays open. */
  | { is: 'direct' }

export type News =
  | { is: 'agreed' }
  /** A still from the camera or a chosen file. */
  | { is: 'picture' }
  | { is: 'refused'; code: ErrorCode; insist?: boolean }
  | { is: 'insisted' }
  | { is: 'other waits' }
  | { is: 'replaced' }
  /** Read back from this device. */
  | { is: 'kept' }
  | { is: 'not kept' }
  | { is: 'answered' }
  | { is: 'again' }
  | { is: 'left as it was' }

type Move = { [is in Doing['is']]?: Partial<Record<News['is'], Doing['is']>> }

const shown = { picture: 'preparing', refused: 'refused' } as const

const moves: Move = {
  consent: { agreed: 'following' },
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

export function startOfDoing(consentGiven: boolean): Doing {
  return { is: consentGiven ? 'following' : 'consent' }
}

/** What she does after a piece of news; news that do not belong, such as a late answer, change nothing. */
export function doingAfter(doing: Doing, news: News): Doing {
  const is = moves[doing.is]?.[news.is]
  if (!is || (news.is === 'insisted' && !(doing.is === 'refused' && doing.insist))) return doing
  if (is === 'refused') {
    return news.is === 'refused' ? { is, code: news.code, insist: news.insist } : doing
  }
  return { is }
}

/** The screen: the first four are the camera's. */
export type Step =
  | 'consent'
  | 'aim'
  | 'preparing'
  | 'refused'
  /** On this phone, on its way, or in need of her. */
  | 'kept'
  | 'direct'
  /** The service has the picture and looks through the album. */
  | 'searching'
  /** There is an outcome she has not seen. */
  | 'done'

export interface Journey {
  step: Step
  /** Why the picture did not get through; only with `refused`. */
  code?: ErrorCode
  /** Only this device refuses the picture; it may be sent all the same. */
  insist?: boolean
}

/** The screen for what she does and where the event's newest selfie is. */
export function journeyOf(doing: Doing, place: Place): Journey {
  if (doing.is === 'refused') return { step: 'refused', code: doing.code, insist: doing.insist }
  if (doing.is === 'aiming') return { step: 'aim' }
  if (doing.is === 'replacing') return { step: 'preparing' }
  if (doing.is !== 'following') return { step: doing.is }
  return journeyOfPlace(place)
}

function journeyOfPlace(place: Place): Journey {
  switch (place.at) {
    case 'nowhere':
      return { step: 'aim' }
    case 'refused':
      return { step: 'refused', code: place.code }
    case 'searching':
      return { step: 'searching' }
    case 'found':
    case 'nobody':
      // whoever comes again after she has seen the outcome wants another picture
      return { step: place.seen ? 'aim' : 'done' }
    default:
      return { step: 'kept' }
  }
}
