import { useEffect, useState } from 'react'
import { type AnyEntry, outbox } from '../../lib/outbox/index.ts'
import { reportError } from '../../platform/errors/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'
import { QueueRow, SelfieRow, SentRow } from './QueueRow.tsx'
import type { QueueState } from './queue-texts.ts'

/** Lists the outbox entries and selfies that are queued for the server. */
export function QueueSheet({ queueState, onClose }: { queueState: QueueState; onClose: () => void }) {
  const text = useText()
  const { entries, selfies } = queueState
  const sentEntries = useSentEntries(entries)
  const hasUnparkedEntry = entries.some(({ parked }) => !parked)
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Text id="queue.title" />}
      closeLabel={text('queue.close')}
      footer={
        hasUnparkedEntry && (
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
      {entries.length + selfies.length + sentEntries.length === 0 ? (
        <EmptyState title={text('queue.empty.title')} level={3}>
          <Text id="queue.empty.text" />
        </EmptyState>
      ) : (
        <ul aria-label={text('queue.list')} className="divide-y divide-line">
          {entries.map((entry) => (
            <QueueRow key={entry.id} entry={entry} queueState={queueState} />
          ))}
          {selfies.map((record) => (
            <SelfieRow key={record.id} record={record} onOpen={onClose} />
          ))}
          {sentEntries.map((entry) => (
            <SentRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

/** Returns the entries sent while the sheet is open, so that they do not vanish without feedback. */
function useSentEntries(entries: readonly AnyEntry[]): readonly AnyEntry[] {
  const [sentEntries, setSentEntries] = useState<readonly AnyEntry[]>([])
  const [watchedIds] = useState(() => new Set<string>())
  useEffect(() => {
    for (const entry of entries) {
      if (watchedIds.has(entry.id)) continue
      watchedIds.add(entry.id)
      void outbox.waitForOutcome(entry.id).then(({ type }) => {
        if (type === 'done' && entry.kind !== 'selfie')
          setSentEntries((previousEntries) => [...previousEntries, entry])
        // a parked entry may be retried
        if (type === 'parked') watchedIds.delete(entry.id)
      })
    }
  }, [entries, watchedIds])
  return sentEntries
}
