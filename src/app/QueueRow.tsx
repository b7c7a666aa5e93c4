import { type ReactNode, useRef, useState } from 'react'
import { type AnyEntry, outbox } from '../lib/outbox/index.ts'
import { reportError, useErrorText } from '../platform/errors/index.ts'
import { Text, useText } from '../platform/language/index.ts'
import type { SelfieOfDevice } from '../platform/outbox/index.ts'
import { Button } from '../ui/Button.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { Ruler } from '../ui/Ruler.tsx'
import {
  describeEntry,
  describeEntryState,
  type QueueSituation,
  stateOfSelfie,
  type Words,
} from './queue-words.ts'

const Say = ({ words }: { words: Words }) => <Text id={words.textId} values={words.values} />

interface RowProps {
  icon: IconName
  what: Words
  danger?: boolean
  state: ReactNode
  children?: ReactNode
}

function Row({ icon, what, danger, state, children }: RowProps) {
  return (
    <li className="flex gap-3 py-4">
      <Icon name={icon} className={danger ? 'mt-0.5 flex-none text-danger' : 'mt-0.5 flex-none'} />
      <div className="min-w-0 flex-1">
        <b className="block">
          <Say words={what} />
        </b>
        <div className={danger ? 'text-sm text-danger' : 'text-sm text-ink-2'}>{state}</div>
        {children}
      </div>
    </li>
  )
}

/** Shows an unsent outbox entry; a parked one can be retried. */
export function QueueRow({ entry, situation }: { entry: AnyEntry; situation: QueueSituation }) {
  const text = useText()
  const errorText = useErrorText()
  const { parked } = entry
  const share = situation.online ? situation.progress[entry.id] : undefined
  const state = parked ? errorText(parked.code) : <Say words={describeEntryState(entry, situation)} />
  return (
    <Row
      icon={parked ? 'warning' : 'clock'}
      danger={parked !== undefined}
      what={describeEntry(entry)}
      state={state}
    >
      {share !== undefined && !parked && (
        <Ruler label={text('queue.progress')} value={share} size="sm" className="mt-2" />
      )}
      <Actions entry={entry} />
    </Row>
  )
}

function Actions({ entry }: { entry: AnyEntry }) {
  const [asking, setAsking] = useState(false)
  const remove = useRef<HTMLDivElement>(null)
  const say = (next: boolean) => {
    setAsking(next)
    // the pressed button was removed: focuses the first button in its place
    requestAnimationFrame(() => remove.current?.querySelector('button')?.focus())
  }
  if (asking) {
    return (
      <div ref={remove} className="mt-2 flex flex-wrap items-center gap-2">
        <p role="alert" className="w-full text-sm">
          <Text id="queue.reallyDelete" />
        </p>
        <Button kind="outline" size="sm" onClick={() => say(false)}>
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
    <div ref={remove} className="mt-2 flex flex-wrap gap-2">
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
      <Button kind="ghost" size="sm" icon="bin" onClick={() => say(true)}>
        <Text id="queue.delete" />
      </Button>
    </div>
  )
}

/** Shows a selfie that the server has received, and the state of its search. */
export function SelfieRow({ record, onOpen }: { record: SelfieOfDevice; onOpen: () => void }) {
  const errorText = useErrorText()
  const { code, eventId } = record
  return (
    <Row
      icon={code ? 'warning' : 'face'}
      danger={code !== undefined}
      what={{ textId: 'queue.what.selfie' }}
      state={code ? errorText(code) : <Say words={stateOfSelfie(record)} />}
    >
      <Button kind="outline" size="sm" className="mt-2" href={`/event/${eventId}/selfie`} onClick={onOpen}>
        <Text id="queue.open" />
      </Button>
    </Row>
  )
}

/** Shows an outbox entry that was sent while the sheet is open. */
export function SentRow({ entry }: { entry: AnyEntry }) {
  return <Row icon="check" what={describeEntry(entry)} state={<Text id="queue.state.sent" />} />
}
