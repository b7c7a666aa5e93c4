import { type ReactNode, useRef, useState } from 'react'
import { type AnyEntry, outbox } from '../../lib/outbox/index.ts'
import { reportError } from '../../platform/errors/index.ts'
import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import type { DeviceSelfie } from '../../platform/outbox/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Ruler } from '../../ui/feedback/Ruler.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { describeEntry } from './describe-entry.ts'
import { describeEntryState, describeSelfieState, type QueueState, type TextMessage } from './queue-texts.ts'

const MessageText = ({ message }: { message: TextMessage }) => (
  <Text id={message.textId} values={message.values} />
)

interface RowProps {
  icon: IconName
  title: TextMessage
  isDanger?: boolean
  state: ReactNode
  children?: ReactNode
}

function Row({ icon, title, isDanger, state, children }: RowProps) {
  return (
    <li className="flex gap-3 py-4">
      <Icon name={icon} className={isDanger ? 'mt-0.5 flex-none text-danger' : 'mt-0.5 flex-none'} />
      <div className="min-w-0 flex-1">
        <b className="block">
          <MessageText message={title} />
        </b>
        <div className={isDanger ? 'text-sm text-danger' : 'text-sm text-ink-2'}>{state}</div>
        {children}
      </div>
    </li>
  )
}

/** Shows an unsent outbox entry; a parked one can be retried. */
export function QueueRow({ entry, queueState }: { entry: AnyEntry; queueState: QueueState }) {
  const text = useText()
  const errorText = useErrorText()
  const { parked } = entry
  const progress = queueState.online ? queueState.progress[entry.id] : undefined
  const state = parked ? (
    errorText(parked.code)
  ) : (
    <MessageText message={describeEntryState(entry, queueState)} />
  )
  return (
    <Row
      icon={parked ? 'warning' : 'clock'}
      isDanger={parked !== undefined}
      title={describeEntry(entry)}
      state={state}
    >
      {progress !== undefined && !parked && (
        <Ruler label={text('queue.progress')} value={progress} size="sm" className="mt-2" />
      )}
      <Actions entry={entry} />
    </Row>
  )
}

function Actions({ entry }: { entry: AnyEntry }) {
  const [isAsking, setIsAsking] = useState(false)
  const actionsRef = useRef<HTMLDivElement>(null)
  const setAskingAndFocus = (shouldAsk: boolean) => {
    setIsAsking(shouldAsk)
    // the pressed button was removed: focuses the first button in its place
    requestAnimationFrame(() => actionsRef.current?.querySelector('button')?.focus())
  }
  if (isAsking) {
    return (
      <div ref={actionsRef} className="mt-2 flex flex-wrap items-center gap-2">
        <p role="alert" className="w-full text-sm">
          <Text id="queue.reallyDelete" />
        </p>
        <Button kind="outline" size="sm" onClick={() => setAskingAndFocus(false)}>
          <Text id="queue.keep" />
        </Button>
        <Button
          kind="action"
          size="sm"
          icon="bin"
          onClick={() => void outbox.drop(entry.id).catch(reportError)}
        >
          <Text id="queue.delete" />
        </Button>
      </div>
    )
  }
  return (
    <div ref={actionsRef} className="mt-2 flex flex-wrap gap-2">
      {entry.parked && (
        <Button
          kind="outline"
          size="sm"
          icon="reload"
          onClick={() => void outbox.retry(entry.id).catch(reportError)}
        >
          <Text id="queue.retry" />
        </Button>
      )}
      <Button kind="ghost" size="sm" icon="bin" onClick={() => setAskingAndFocus(true)}>
        <Text id="queue.delete" />
      </Button>
    </div>
  )
}

/** Shows a selfie that the server has received, and the state of its search. */
export function SelfieRow({ record, onOpen }: { record: DeviceSelfie; onOpen: () => void }) {
  const errorText = useErrorText()
  const { code, eventId } = record
  return (
    <Row
      icon={code ? 'warning' : 'face'}
      isDanger={code !== undefined}
      title={{ textId: 'selfie.queued.upload' }}
      state={code ? errorText(code) : <MessageText message={describeSelfieState(record)} />}
    >
      <Button kind="outline" size="sm" className="mt-2" href={`/event/${eventId}/selfie`} onClick={onOpen}>
        <Text id="queue.open" />
      </Button>
    </Row>
  )
}

/** Shows an outbox entry that was sent while the sheet is open. */
export function SentRow({ entry }: { entry: AnyEntry }) {
  return <Row icon="check" title={describeEntry(entry)} state={<Text id="queue.state.sent" />} />
}
