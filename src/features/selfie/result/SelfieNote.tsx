import { Text } from '../../../platform/language/index.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { useSelfieStatusLine } from './status-line.ts'

/** Shows a line above the photos: the event's selfie is not sent yet, or has an outcome the runner has not seen. */
export function SelfieNote({ eventId, className }: { eventId: string; className?: string }) {
  const statusLine = useSelfieStatusLine(eventId)
  // a link to the photos is redundant above the photos
  if (!statusLine?.href.endsWith('/selfie')) return null
  return (
    <Note
      icon={statusLine.icon}
      role="status"
      className={className}
      action={
        <TextLink small href={statusLine.href}>
          <Text id="selfie.sign.open" />
        </TextLink>
      }
    >
      <b>
        <Text id={statusLine.textId} values={statusLine.values} />
      </b>
    </Note>
  )
}
