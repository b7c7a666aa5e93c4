import { Text, useText } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { deleteWaitingSelfie } from '../selfie/index.ts'

/**
 * Shows the selfie stored on this phone, or a link to take one.
 *
 * @param url see `useWaitingSelfie`
 */
export function SelfieField({ eventId, url }: { eventId: string; url: string | null | undefined }) {
  const text = useText()
  if (url === undefined) return <div style={{ height: 128 }} aria-busy="true" />
  const href = `/event/${eventId}/selfie`
  if (url === null) {
    return (
      <>
        <Button kind="outline" icon="camera" full href={href}>
          <Text id="call.selfie.take" />
        </Button>
        <p className="pf-hint">
          <Text id="call.selfie.text" />
        </p>
      </>
    )
  }
  return (
    <div className="flex gap-4">
      <img
        src={url}
        alt={text('call.selfie.alt')}
        width={104}
        height={128}
        className="flex-none rounded-control object-cover"
      />
      <div className="min-w-0">
        <p className="flex items-center gap-1.5 font-bold text-ok">
          <Icon name="lock" size={20} />
          <Text id="call.selfie.here" />
        </p>
        <p className="mt-1 text-sm text-ink-2">
          <Text id="call.selfie.text" />
        </p>
        <p className="flex flex-wrap gap-x-4">
          <TextLink small href={href}>
            <Text id="call.selfie.again" />
          </TextLink>
          <TextLink small onClick={() => void deleteWaitingSelfie(eventId).catch(() => {})}>
            <Text id="call.selfie.delete" />
          </TextLink>
        </p>
      </div>
    </div>
  )
}
