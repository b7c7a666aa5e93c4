import { useEffect, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { selfies } from '../../lib/memory/index.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { reportError } from '../../platform/errors/index.ts'
import { Text } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { AskToForget } from './AskToForget.tsx'
import { OnItsWay } from './OnItsWay.tsx'
import type { SelfieStatus, StoredSelfie } from './status.ts'
import { chooseTexts } from './status-texts.ts'
import { toLane } from './store-selfie.ts'

interface Props {
  event: Event
  record: StoredSelfie
  status: SelfieStatus
  /** Points to the picture as taken; after a reload it is read from IndexedDB instead. */
  still?: string
  mirrored: boolean
  onAgain: () => void
}

/** Shows a selfie that this device stores until the service has it. */
export function Kept({ event, record, status, still, mirrored, onAgain }: Props) {
  const kept = useKeptPicture(still ? undefined : record.id)
  const share = status.type === 'sending' ? status.share : status.type === 'judged' ? 1 : undefined
  // without a network, sending now is not possible
  const waits =
    status.type === 'stuck' ||
    (status.type === 'saved' && (status.waitsFor === 'nextTry' || status.waitsFor === 'signIn'))
  const sendNow = () => void sendAgain(record).catch(reportError)
  return (
    <OnItsWay
      words={chooseTexts(status, 'SyncManager' in window)}
      share={share}
      still={still ?? kept}
      mirrored={still !== undefined && mirrored}
    >
      {waits && (
        <Button kind="primary" icon="reload" full onClick={sendNow}>
          <Text id="selfie.sendNow" />
        </Button>
      )}
      <Button kind={waits ? 'outline' : 'action'} full href={`/event/${event.eventId}`}>
        <Text id="selfie.toEvent" />
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <TextLink small icon="camera" onClick={onAgain}>
          <Text id="selfie.another" />
        </TextLink>
        <AskToForget eventId={event.eventId} />
      </div>
    </OnItsWay>
  )
}

/** Retries the outbox entry, or queues a new one when the entry has left the outbox without the selfie being sent. */
async function sendAgain({ id, eventId, albumId }: StoredSelfie): Promise<void> {
  const known = (await outbox.entries()).some((entry) => entry.id === id)
  if (known) await outbox.retry(id)
  else await outbox.put('selfie', toLane(id), { eventId, albumId }, { id })
}

/** Returns an object URL for the bytes of a stored selfie; it is revoked on unmount. */
function useKeptPicture(id: string | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (id === undefined) return undefined
    let left = false
    let made: string | undefined
    selfies.get(id).then(
      (record) => {
        if (left || !record?.bytes) return
        made = URL.createObjectURL(new Blob([record.bytes], { type: record.mime }))
        setUrl(made)
      },
      // without the picture, the text still explains where the selfie is
      () => {},
    )
    return () => {
      left = true
      if (made) URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [id])
  return url
}
