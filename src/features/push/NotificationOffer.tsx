import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { PushTopic } from '../../../contract/push.ts'
import { installMethodAtom } from '../../platform/install/index.ts'
import { Text, useErrorText } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import type { LastSearch } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { InstallNote } from './InstallNote.tsx'
import { canNotify, needsInstall, subscribedTopics, subscribeToTopic, toTopicId } from './subscribe.ts'

interface Props {
  topic: PushTopic
  /** The search that the page shows: the notifications of an event are about its runner. */
  search?: LastSearch
  className?: string
}

/**
 * Offers a notification for when the order or the photos are ready. Safari on iOS supports notifications in installed apps
 * only, so it shows there how to install. Renders nothing where notifications are not supported or were declined.
 */
export function NotificationOffer({ topic, search, className }: Props) {
  const errorText = useErrorText()
  const online = useOnline()
  const topicIds = useAtomValue(subscribedTopics.atom)
  const [isAvailable, setAvailable] = useState(canNotify)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const installWay = useAtomValue(installMethodAtom)
  const isSubscribed =
    isAvailable && topicIds.includes(toTopicId(topic, search)) && Notification.permission === 'granted'
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
      await subscribeToTopic(topic, search)
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

const toTopicKind = (topic: PushTopic) => ('orderId' in topic ? 'order' : 'event')
