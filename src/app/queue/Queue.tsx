import { useState } from 'react'
import { useText } from '../../platform/language/index.ts'
import { lazyPart } from '../../platform/loading/index.ts'
import { usePath } from '../../platform/navigation/index.ts'
import { useAnnounce } from '../../platform/notices/index.ts'
import { StatusPill } from '../../ui/feedback/StatusPill.tsx'
import { choosePill, isShownByPage } from './queue-texts.ts'
import { useQueue } from './use-queue.ts'

const QueueSheet = lazyPart(() => import('./QueueSheet.tsx').then((it) => it.QueueSheet))

/** Shows a short status of the outbox; a tap opens the queue. */
export function Queue() {
  const queueState = useQueue()
  const [open, setOpen] = useState(false)
  const pill = choosePill(queueState)
  const path = usePath()
  const isQuiet = isShownByPage(path, queueState)
  const text = useText()
  // the selfie page announces the same itself
  const isAnnouncedByPage = isQuiet && path.endsWith('/selfie')
  // percentages are not announced
  useAnnounce(
    pill && !isAnnouncedByPage && pill.values?.percent === undefined
      ? text(pill.textId, pill.values)
      : undefined,
  )
  return (
    <>
      {pill && !isQuiet && (
        <StatusPill icon={pill.icon} tone={pill.tone} onClick={() => setOpen(true)}>
          {text(pill.textId, pill.values)}
        </StatusPill>
      )}
      {open && <QueueSheet queueState={queueState} onClose={() => setOpen(false)} />}
    </>
  )
}
