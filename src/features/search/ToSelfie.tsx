import type { ReactNode } from 'react'
import type { Event } from '../../../contract/events.ts'
import { Text } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { useSelfieSign } from '../selfie/index.ts'

interface Props {
  event: Event
  className?: string
  /** Labels the button while there is no selfie. */
  children: ReactNode
}

/** Links to the selfie page. Once there is a selfie, it shows the status and links to the matching page. */
export function ToSelfie({ event, className, children }: Props) {
  const sign = useSelfieSign(event.eventId)
  return (
    <Button
      kind="primary"
      icon={sign?.icon ?? 'face'}
      className={className}
      href={sign?.href ?? `/event/${event.eventId}/selfie`}
    >
      {sign ? <Text id={sign.textId} values={sign.values} /> : children}
    </Button>
  )
}
