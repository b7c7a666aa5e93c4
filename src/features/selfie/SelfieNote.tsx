import { Text } from '../../platform/language/index.ts'
import { Note } from '../../ui/Note.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useSelfieSign } from './sign.ts'

/** Shows a line above the photos: the event's selfie is not sent yet, or has an outcome the runner has not seen. */
export function SelfieNote({ eventId, className }: { eventId: string; className?: string }) {
  const sign = useSelfieSign(eventId)
  // a link to the photos is redundant above the photos
  if (!sign?.href.endsWith('/selfie')) return null
  return (
    <Note
      icon={sign.icon}
      role="status"
      className={className}
      action={
        <TextLink small href={sign.href}>
          <Text id="selfie.sign.open" />
        </TextLink>
      }
    >
      <b>
        <Text id={sign.textId} values={sign.values} />
      </b>
    </Note>
  )
}
