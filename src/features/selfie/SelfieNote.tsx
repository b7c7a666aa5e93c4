import { Text } from '../../platform/language/index.ts'
import { Note } from '../../ui/Note.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useSelfieSign } from './sign.ts'

/** A line above the photos: the event's selfie is still on its way, or has an outcome she has not looked at. */
export function SelfieNote({ eventId, className }: { eventId: string; className?: string }) {
  const sign = useSelfieSign(eventId)
  // what leads to the photos themselves need not be said above them
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
