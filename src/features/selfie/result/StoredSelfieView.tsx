import { useEffect, useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { selfies } from '../../../lib/memory/index.ts'
import { outbox } from '../../../lib/outbox/index.ts'
import { reportError } from '../../../platform/errors/index.ts'
import { Text } from '../../../platform/language/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { toSelfieLane } from '../upload/store-selfie.ts'
import { ForgetSelfiePrompt } from './ForgetSelfiePrompt.tsx'
import { SelfieProgress } from './SelfieProgress.tsx'
import type { SelfieStatus, StoredSelfie } from './status.ts'
import { chooseTexts } from './status-texts.ts'

interface Props {
  event: Event
  record: StoredSelfie
  status: SelfieStatus
  /** Points to the picture as taken; after a reload it is read from IndexedDB instead. */
  still?: string
  mirrored: boolean
  onRetake: () => void
}

/** Shows a selfie that this device stores until the service has it. */
export function StoredSelfieView({ event, record, status, still, mirrored, onRetake }: Props) {
  const storedPictureUrl = useStoredPictureUrl(still ? undefined : record.id)
  const sentShare = status.type === 'sending' ? status.sentShare : status.type === 'judged' ? 1 : undefined
  // without a network, sending now is not possible
  const canRetry =
    status.type === 'stuck' ||
    (status.type === 'saved' && (status.waitsFor === 'nextTry' || status.waitsFor === 'signIn'))
  const sendNow = () => void retrySending(record).catch(reportError)
  return (
    <SelfieProgress
      texts={chooseTexts(status, 'SyncManager' in window)}
      sentShare={sentShare}
      still={still ?? storedPictureUrl}
      mirrored={still !== undefined && mirrored}
    >
      {canRetry && (
        <Button kind="primary" icon="reload" full onClick={sendNow}>
          <Text id="selfie.sendNow" />
        </Button>
      )}
      <Button kind={canRetry ? 'outline' : 'action'} full href={`/event/${event.eventId}`}>
        <Text id="selfie.toEvent" />
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <TextLink small icon="camera" onClick={onRetake}>
          <Text id="selfie.another" />
        </TextLink>
        <ForgetSelfiePrompt eventId={event.eventId} />
      </div>
    </SelfieProgress>
  )
}

/** Retries the outbox entry, or queues a new one when the entry has left the outbox without the selfie being sent. */
async function retrySending({ id, eventId, albumId }: StoredSelfie): Promise<void> {
  const isQueued = (await outbox.entries()).some((entry) => entry.id === id)
  if (isQueued) await outbox.retry(id)
  else await outbox.put('selfie', toSelfieLane(id), { eventId, albumId }, { id })
}

/** Returns an object URL for the bytes of a stored selfie; it is revoked on unmount. */
function useStoredPictureUrl(id: string | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (id === undefined) return undefined
    let isUnmounted = false
    let createdUrl: string | undefined
    selfies.get(id).then(
      (record) => {
        if (isUnmounted || !record?.bytes) return
        createdUrl = URL.createObjectURL(new Blob([record.bytes], { type: record.mime }))
        setUrl(createdUrl)
      },
      // without the picture, the text still explains where the selfie is
      () => {},
    )
    return () => {
      isUnmounted = true
      if (createdUrl) URL.revokeObjectURL(createdUrl)
      setUrl(undefined)
    }
  }, [id])
  return url
}
