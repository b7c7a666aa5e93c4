import { lazy, Suspense, useState } from 'react'
import { Text } from '../platform/language/index.ts'
import { usePath } from '../platform/navigation/index.ts'
import { StatusPill } from '../ui/StatusPill.tsx'
import { type Pill, pillOf, saidByPage } from './queue-words.ts'
import { useQueue } from './use-queue.ts'

const QueueSheet = lazy(async () => ({ default: (await import('./QueueSheet.tsx')).QueueSheet }))

/** What waits for the service, in a few words; a tap opens the queue. */
export function Queue() {
  const situation = useQueue()
  const [open, setOpen] = useState(false)
  const pill = pillOf(situation)
  const quiet = saidByPage(usePath(), situation)
  return (
    <>
      {pill && !quiet && (
        <StatusPill icon={pill.icon} tone={pill.tone} onClick={() => setOpen(true)}>
          <PillText pill={pill} />
        </StatusPill>
      )}
      <output className="sr-only">
        {pill && pill.values?.percent === undefined && <PillText pill={pill} />}
      </output>
      {open && (
        <Suspense>
          <QueueSheet situation={situation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const PillText = ({ pill }: { pill: Pill }) => <Text id={pill.textId} values={pill.values} />
