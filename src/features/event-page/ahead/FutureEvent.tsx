import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { Text, useText } from '../../../platform/language/index.ts'
import { useNavigate, useQuery } from '../../../platform/navigation/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dock } from '../../../ui/layout/Dock.tsx'
import { type AlertDraft, getPersistedAlert, PhotoAlertCard, PhotoAlertSheet } from '../../call-me/index.ts'
import { PreorderPlate } from '../../preorders/index.ts'
import './future.css'

const stepTextIds = ['call.step.leave', 'call.step.wait', 'call.step.look'] as const

/** Renders an upcoming event below its head: a pre-order and a photo alert. `?call` opens the form of the alert. */
export function FutureEvent({ event }: { event: Event }) {
  const query = useQuery()
  const navigate = useNavigate()
  const alert = useAtomValue(getPersistedAlert(event.eventId).atom)
  const [by, setBy] = useState<AlertDraft['by'] | undefined>(() => parseCallQuery(query.get('call')))
  const [isNew, setNew] = useState(false)
  const close = () => {
    setBy(undefined)
    // a reload must not open it again
    if (query.has('call')) navigate(`/event/${event.eventId}`, { replace: true })
  }
  const onSaved = () => {
    setNew(true)
    close()
  }
  return (
    <div className="wrap pt-3.5 pb-9">
      <div className="pf-future">
        {alert ? (
          <>
            <PhotoAlertCard event={event} alert={alert} isNew={isNew} onChange={setBy} />
            <PreorderPlate event={event} />
          </>
        ) : (
          <>
            <PreorderPlate event={event} />
            <AlertInvitation onRequestAlert={() => setBy('number')} />
          </>
        )}
      </div>
      {by && <PhotoAlertSheet event={event} by={by} onClose={close} onSaved={onSaved} />}
    </div>
  )
}

const parseCallQuery = (value: string | null) =>
  value === null ? undefined : value === 'selfie' ? ('selfie' as const) : ('number' as const)

function AlertInvitation({ onRequestAlert }: { onRequestAlert: () => void }) {
  const text = useText()
  const button = (
    <Button kind="primary" icon="bell" full aria-haspopup="dialog" onClick={onRequestAlert}>
      <Text id="call.me" />
    </Button>
  )
  return (
    <section aria-labelledby="call-me">
      <h2 id="call-me" className="display pf-future-heading">
        <Text id="call.heading" />
      </h2>
      <p className="mt-2 text-ink-2">
        <Text id="call.lead" />
      </p>
      <div className="pf-future-wide">{button}</div>
      <ol className="mt-6 border-b border-line">
        {stepTextIds.map((id, at) => (
          <li key={id} className="flex gap-3.5 border-t border-line py-3">
            <b className="display w-6 flex-none pt-0.5 text-[28px]" aria-hidden="true">
              {at + 1}
            </b>
            <span>
              <Text id={id} />
            </span>
          </li>
        ))}
      </ol>
      <Dock label={text('call.me')}>{button}</Dock>
    </section>
  )
}
