import type { ReactNode } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { Text } from '../../../platform/language/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSelfieStatusLine } from '../../selfie/index.ts'

interface Props {
  event: Event
  className?: string
  /** Labels the button while there is no selfie. */
  children: ReactNode
}

/** Links to the selfie page. Once there is a selfie, it shows the status and links to the matching page. */
export function SelfieButton({ event, className, children }: Props) {
  const statusLine = useSelfieStatusLine(event.eventId)
  return (
    <Button
      kind="primary"
      icon={statusLine?.icon ?? 'face'}
      className={className}
      onClick={statusLine?.onOpen}
      href={statusLine?.href ?? `/event/${event.eventId}/selfie`}
    >
      {statusLine ? <Text id={statusLine.textId} values={statusLine.values} /> : children}
    </Button>
  )
}
