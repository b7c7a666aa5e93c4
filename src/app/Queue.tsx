import { useState } from 'react'
import { useText } from '../platform/language/index.ts'
import { late } from '../platform/loading/index.ts'
import { usePath } from '../platform/navigation/index.ts'
import { useAnnounce } from '../platform/notices/index.ts'
import { StatusPill } from '../ui/StatusPill.tsx'
import { choosePill, saidByPage } from './queue-words.ts'
import { useQueue } from './use-queue.ts'

const QueueSheet = late(() => import('./QueueSheet.tsx').then((it) => it.QueueSheet))

/** Shows a short status of the outbox; a tap opens the queue. */
export function Queue() {
  const situation = useQueue()
  const [open, setOpen] = useState(false)
  const pill = choosePill(situation)
  const path = usePath()
  const quiet = saidByPage(path, situation)
  const text = useText()
  // the selfie page announces the same itself
  const isHeard = quiet && path.endsWith('/selfie')
  // percentages are not announced
  useAnnounce(
    pill && !isHeard && pill.values?.percent === undefined ? text(pill.textId, pill.values) : undefined,
  )
  return (
    <>
      {pill && !quiet && (
        <StatusPill icon={pill.icon} tone={pill.tone} onClick={() => setOpen(true)}>
          {text(pill.textId, pill.values)}
        </StatusPill>
      )}
      {open && <QueueSheet situation={situation} onClose={() => setOpen(false)} />}
    </>
  )
}
