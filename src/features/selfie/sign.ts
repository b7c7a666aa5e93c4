import type { IconName } from '../../ui/Icon.tsx'
import { useWhereabouts } from './kept-selfies.ts'
import type { Place } from './place.ts'

/** Where the event's selfie is, in few words, and where they lead. */
export interface SelfieSign {
  icon: IconName
  textId: string
  values?: Record<string, number>
  href: string
}

/** What a page of the event says of a selfie; undefined when there is none to speak of. */
export function signOf(place: Place, eventId: string): SelfieSign | undefined {
  const href = `/event/${eventId}/selfie`
  switch (place.at) {
    case 'nowhere':
      return undefined
    case 'saved': {
      const textId = place.waitsFor === 'network' ? 'selfie.sign.network' : 'selfie.sign.saved'
      return { icon: 'clock', textId, href }
    }
    case 'sending': {
      const percent = Math.floor(place.share * 100)
      return { icon: 'reload', textId: 'selfie.sign.sending', values: { percent }, href }
    }
    case 'found': {
      const to = place.seen ? `/event/${eventId}/my` : href
      return { icon: 'check', textId: 'selfie.sign.found', values: { count: place.count }, href: to }
    }
    case 'nobody':
      return place.seen ? undefined : { icon: 'check', textId: 'selfie.sign.ready', href }
    case 'stuck':
    case 'refused':
      return { icon: 'warning', textId: `selfie.sign.${place.at}`, href }
    default:
      return { icon: 'face', textId: `selfie.sign.${place.at}`, href }
  }
}

/** The sign of the event's newest selfie, kept up to date. */
export function useSelfieSign(eventId: string): SelfieSign | undefined {
  return signOf(useWhereabouts(eventId).place, eventId)
}
