import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { PushTopic } from '../../../contract/push.ts'
import { installMethodAtom } from '../../platform/install/index.ts'
import { Text, useErrorText } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { canNotify, needsInstall, subscribedTopics, subscribeToTopic, toTopicId } from './subscribe.ts'

interface Props {
  topic: PushTopic
  className?: string
}

/**
 * Offers a notification for when the order or the photos are ready. Safari on iOS supports notifications in installed apps
 * only, so it shows there how to install. Renders nothing where notifications are not supported or were declined.
 */
export function NotificationOffer({ topic, className }: Props) {
  const errorText = useErrorText()
  const online = useOnline()
  const topicIds = useAtomValue(subscribedTopics.atom)
  const [isAvailable, setAvailable] = useState(canNotify)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const installWay = useAtomValue(installMethodAtom)
  const isSubscribed =
    isAvailable && topicIds.includes(toTopicId(topic)) && Notification.permission === 'granted'
  if (!isAvailable) return needsInstall(installWay) ? <InstallNote className={className} /> : null
  if (isSubscribed) {
    return (
      <p role="status" className={className}>
        <span className="flex gap-2 font-semibold text-ink-2">
          <Icon name="bell" className="flex-none" />
          <Text id={`push.asked.${toTopicKind(topic)}`} />
        </span>
      </p>
    )
  }
  const subscribeUser = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await subscribeToTopic(topic)
    } catch (failure) {
      setError(failure)
    }
    setAvailable(canNotify())
    setBusy(false)
  }
  return (
    <div className={cx('flex flex-wrap max-sm:[&>.pf-btn]:grow', className)}>
      <Button kind="outline" icon="bell" busy={busy} disabled={!online} onClick={() => void subscribeUser()}>
        <Text id={`push.ask.${toTopicKind(topic)}`} />
      </Button>
      {error !== undefined && (
        <p role="alert" className="mt-2 basis-full text-sm font-semibold text-danger">
          {errorText(error)}
        </p>
      )}
    </div>
  )
}

function InstallNote({ className }: Pick<Props, 'className'>) {
  return (
    <Note icon="bell" title={<Text id="push.install.title" />} className={className}>
      <Text id="push.install.text" />
    </Note>
  )
}

const toTopicKind = (topic: PushTopic) => ('orderId' in topic ? 'order' : 'event')
