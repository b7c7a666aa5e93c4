import type { ReactNode } from 'react'
import type { Event } from '../../../contract/events.ts'
import { Text } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { useSelfieSign } from '../selfie/index.ts'

interface Props {
  event: Event
  className?: string
  /** What the button says while there is no selfie. */
  children: ReactNode
}

/** The way to a selfie; once there is one, it says where that is and leads there. */
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
