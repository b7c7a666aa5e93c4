import { useEffect, useState } from 'react'
import { type AnyEntry, outbox } from '../lib/outbox/index.ts'
import { reportError } from '../platform/errors/index.ts'
import { Text, useText } from '../platform/language/index.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { QueueRow, SelfieRow, SentRow } from './QueueRow.tsx'
import type { QueueSituation } from './queue-words.ts'

/** Lists the outbox entries and selfies that are queued for the server. */
export function QueueSheet({ situation, onClose }: { situation: QueueSituation; onClose: () => void }) {
  const text = useText()
  const { entries, selfies } = situation
  const sent = useSent(entries)
  const waits = entries.some(({ parked }) => !parked)
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Text id="queue.title" />}
      closeLabel={text('queue.close')}
      footer={
        waits && (
          <Button
            kind="action"
            full
            icon="reload"
            onClick={() => void outbox.flush({ now: true }).catch(reportError)}
          >
            <Text id="queue.sendNow" />
          </Button>
        )
      }
    >
      {entries.length + selfies.length + sent.length === 0 ? (
        <EmptyState title={text('queue.empty.title')} level={3}>
          <Text id="queue.empty.text" />
        </EmptyState>
      ) : (
        <ul aria-label={text('queue.list')} className="divide-y divide-line">
          {entries.map((entry) => (
            <QueueRow key={entry.id} entry={entry} situation={situation} />
          ))}
          {selfies.map((record) => (
            <SelfieRow key={record.id} record={record} onOpen={onClose} />
          ))}
          {sent.map((entry) => (
            <SentRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

/** Returns the entries sent while the sheet is open, so that they do not vanish without feedback. */
function useSent(entries: readonly AnyEntry[]): readonly AnyEntry[] {
  const [sent, setSent] = useState<readonly AnyEntry[]>([])
  const [seen] = useState(() => new Set<string>())
  useEffect(() => {
    for (const entry of entries) {
      if (seen.has(entry.id)) continue
      seen.add(entry.id)
      void outbox.waitForOutcome(entry.id).then(({ type }) => {
        if (type === 'done' && entry.kind !== 'selfie') setSent((before) => [...before, entry])
        // a parked entry may be retried
        if (type === 'parked') seen.delete(entry.id)
      })
    }
  }, [entries, seen])
  return sent
}
