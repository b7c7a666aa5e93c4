import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { maskEmail } from '../../lib/format/mask-email.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { reportError } from '../../platform/errors/index.ts'
import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { showSnack } from '../../platform/notices/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { useOutbox } from '../../platform/outbox/index.ts'
import { Bib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { useWaitingSelfie } from '../selfie/index.ts'
import { cancelAlert, type PhotoAlert } from './alert.ts'
import type { AlertDraft } from './draft.ts'

interface Props {
  event: Event
  alert: PhotoAlert
  /** Marks an alert that was just saved: the heading takes the focus. */
  isNew: boolean
  onChange: (by: AlertDraft['by']) => void
}

/** Shows a saved alert: number or selfie, channel, unsent changes, and how to change or cancel it. */
export function PhotoAlertCard({ event, alert, isNew, onChange }: Props) {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const selfie = useWaitingSelfie(event.eventId)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (isNew) heading.current?.focus({ preventScroll: true })
  }, [isNew])
  const cancel = async () => {
    setBusy(true)
    try {
      await cancelAlert(event)
      showSnack({ text: text('call.canceled') })
    } catch (error) {
      setBusy(false)
      reportError(error)
    }
  }
  const { number, email } = alert
  return (
    <div>
      <Bib
        framed
        strip={
          <h2 ref={heading} tabIndex={-1} className="outline-none">
            <Text id="call.saved" />
          </h2>
        }
      >
        <div className="px-4.5 pt-4 pb-7 text-center">
          {number !== undefined && <p className="display pf-future-number">{number}</p>}
          <p className={number === undefined ? 'py-2 font-semibold' : 'mt-2 text-sm text-ink-2'}>
            <Text
              id={email === undefined ? 'call.saved.push' : 'call.saved.mail'}
              values={{ email: email === undefined ? '' : maskEmail(email) }}
            />
          </p>
          {number === undefined && (
            <p className="text-sm text-ink-2">
              <Text id="call.saved.any" />
            </p>
          )}
        </div>
      </Bib>
      <UnsentChanges alertId={alert.alertId} />
      <ul className="mt-3.5 border-b border-line">
        <ActionRow icon="bib" onClick={() => onChange('number')}>
          <Text id={number === undefined ? 'call.change.addNumber' : 'call.change.number'} />
        </ActionRow>
        {event.features.faceSearch && (
          <ActionRow icon="face" onClick={() => onChange('selfie')} hint={<Text id="call.change.stays" />}>
            <Text id={selfie ? 'call.change.selfie' : 'call.change.addSelfie'} />
          </ActionRow>
        )}
        <ActionRow icon="close" busy={busy} onClick={() => void cancel()}>
          <Text id="call.cancel" />
        </ActionRow>
      </ul>
    </div>
  )
}

/** Shows the changes of the alert that the service does not have yet. */
function UnsentChanges({ alertId }: { alertId: string }) {
  const errorText = useErrorText()
  const online = useOnline()
  const { entries } = useOutbox()
  const entry = entries.find((each) => each.kind === 'alert.set' && each.body.alertId === alertId)
  if (!entry) return null
  if (entry.parked) {
    return (
      <Note
        tone="danger"
        role="alert"
        className="mt-3.5"
        action={
          <Button size="sm" kind="outline" onClick={() => void outbox.retry(entry.id).catch(reportError)}>
            <Text id="call.retry" />
          </Button>
        }
      >
        {errorText(entry.parked.code)}
      </Note>
    )
  }
  // usually sent within a moment: no message
  if (online && entry.tries === 0) return null
  return (
    <Note icon="clock" role="status" className="mt-3.5">
      <Text id="call.queued" />
    </Note>
  )
}

interface ActionRowProps {
  icon: IconName
  hint?: ReactNode
  busy?: boolean
  onClick: () => void
  children: ReactNode
}

function ActionRow({ icon, hint, busy, onClick, children }: ActionRowProps) {
  return (
    <li className="border-t border-line">
      <button
        type="button"
        className="flex min-h-15 w-full items-center gap-3.5 py-2.5 text-left"
        aria-disabled={busy || undefined}
        onClick={busy ? undefined : onClick}
      >
        <Icon name={icon} />
        <span className="grow">
          <span className="block font-semibold">{children}</span>
          {hint && <span className="block text-sm text-ink-2">{hint}</span>}
        </span>
        <Icon name="right" size={20} />
      </button>
    </li>
  )
}
