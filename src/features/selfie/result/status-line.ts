import type { IconName } from '../../../ui/Icon.tsx'
import { applyOutcome } from './outcome.ts'
import type { SelfieStatus } from './status.ts'
import { useNewestSelfie } from './stored-selfies.ts'

/** Describes a short status of the event's selfie with its link. */
export interface SelfieStatusLine {
  icon: IconName
  textId: string
  values?: Record<string, number>
  href: string
  /** Makes the photos of the selfie those of the linked page. Call it when the link is pressed. */
  onOpen?: () => void
}

/** Returns the status line for a page of the event; undefined when there is nothing to show. */
export function toStatusLine(status: SelfieStatus, eventId: string): SelfieStatusLine | undefined {
  const href = `/event/${eventId}/selfie`
  switch (status.type) {
    case 'nowhere':
      return undefined
    case 'saved': {
      const textId = status.waitsFor === 'network' ? 'selfie.sign.network' : 'selfie.sign.saved'
      return { icon: 'clock', textId, href }
    }
    case 'sending': {
      const percent = Math.floor(status.sentShare * 100)
      return { icon: 'reload', textId: 'selfie.sign.sending', values: { percent }, href }
    }
    case 'found': {
      const foundHref = status.seen ? `/event/${eventId}/my` : href
      return { icon: 'check', textId: 'selfie.sign.found', values: { count: status.count }, href: foundHref }
    }
    case 'nobody':
      return status.seen ? undefined : { icon: 'check', textId: 'selfie.sign.ready', href }
    case 'stuck':
    case 'refused':
      return { icon: 'warning', textId: `selfie.sign.${status.type}`, href }
    default:
      return { icon: 'face', textId: `selfie.sign.${status.type}`, href }
  }
}

/** Returns the status line of the event's newest selfie, kept up to date. */
export function useSelfieStatusLine(eventId: string): SelfieStatusLine | undefined {
  const { status, record } = useNewestSelfie(eventId)
  const statusLine = toStatusLine(status, eventId)
  const selfie = record?.selfie
  if (!statusLine || status.type !== 'found' || !selfie) return statusLine
  // the last search of the event may be for another runner
  return { ...statusLine, onOpen: () => applyOutcome(eventId, selfie) }
}
