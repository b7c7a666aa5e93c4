import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { isBib } from '../../../contract/bib.ts'
import type { Event } from '../../../contract/events.ts'
import { formatDay } from '../../lib/format/time.ts'
import { installMethodAtom } from '../../platform/install/index.ts'
import { Text, useErrorText, useLanguage, useText } from '../../platform/language/index.ts'
import { device } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { ChipRadios } from '../../ui/form/ChipRadios.tsx'
import { RadioCards } from '../../ui/form/RadioCards.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'
import { EmailField, findTypedEmailError } from '../email/index.ts'
import { canNotify, InstallNote, needsInstall } from '../push/index.ts'
import { useWaitingSelfie } from '../selfie/index.ts'
import { getPersistedAlert, setAlert } from './alert.ts'
import { type AlertDraft, readDraft, saveDraft } from './draft.ts'
import { SelfieField } from './SelfieField.tsx'

interface Props {
  event: Event
  by: AlertDraft['by']
  onClose: () => void
  onSaved: () => void
}

/** Returns why only e-mail is available: notifications were denied, or the browser does not support them. */
const selectEmailOnlyReason = () =>
  'Notification' in window && Notification.permission === 'denied' ? 'call.denied' : 'call.noPush'

/** Renders the form of a photo alert: for a number or a selfie, by notification or e-mail. */
export function PhotoAlertSheet({ event, by, onClose, onSaved }: Props) {
  const text = useText()
  const errorText = useErrorText()
  const { language } = useLanguage()
  const { eventId } = event
  const [draft, setDraft] = useState<AlertDraft>(() => createDraft(eventId, by))
  const [canPush, setCanPush] = useState(canNotify)
  const [fieldErrors, setFieldErrors] = useState<{ number?: string; email?: string }>({})
  /** The browser's permission prompt was denied or dismissed, so e-mail is used. */
  const [isDeclined, setDeclined] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const numberField = useRef<HTMLInputElement>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const selfie = useWaitingSelfie(eventId)
  const installMethod = useAtomValue(installMethodAtom)
  const channel = canPush ? draft.channel : 'mail'

  const changeDraft = (changes: Partial<AlertDraft>) => {
    const next = { ...draft, ...changes }
    setDraft(next)
    saveDraft(eventId, next)
    setError(undefined)
  }
  const showFieldErrors = (errors: typeof fieldErrors) => {
    setFieldErrors(errors)
    if (errors.number) {
      changeDraft({ by: 'number' })
      numberField.current?.focus()
    } else emailField.current?.focus()
  }
  const save = async () => {
    const number = draft.number.trim()
    const email = draft.email.trim()
    if (number !== '' && !isBib(number)) return showFieldErrors({ number: text('call.number.wrong') })
    const emailError = channel === 'mail' ? findTypedEmailError(email) : undefined
    if (emailError) return showFieldErrors({ email: errorText(emailError) })
    if (channel === 'push' && (await Notification.requestPermission()) !== 'granted') {
      setCanPush(canNotify())
      setDeclined(true)
      return changeDraft({ channel: 'mail' })
    }
    await setAlert(event, { ...(number && { number }), ...(channel === 'mail' && { email }) })
    if (channel === 'mail') device.email.write(email)
    saveDraft(eventId, undefined)
    onSaved()
  }
  const submit = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await save()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Text id="call.title" />}
      closeLabel={text('call.close')}
      footer={
        <>
          <Button kind="primary" full busy={busy} onClick={() => void submit()}>
            <Text id="call.save" />
          </Button>
          <p className="mt-2.5 text-center text-xs text-ink-2">
            <Text id={selfie && draft.number.trim() === '' ? 'call.selfie.wiped' : 'call.anytime'} />
          </p>
        </>
      }
    >
      <p className="mb-3.5 text-sm text-ink-2">
        {event.title}, {formatDay(event.localDay, language)}
      </p>
      <ChipRadios
        label={text('call.by')}
        className="*:flex-1"
        options={[
          { value: 'number', label: text('call.by.number') },
          ...(event.features.faceSearch ? [{ value: 'selfie' as const, label: text('call.by.selfie') }] : []),
        ]}
        value={draft.by}
        onChange={(value) => changeDraft({ by: value })}
      />
      <div className="mt-4">
        {draft.by === 'number' ? (
          <TextField
            ref={numberField}
            label={text('call.number')}
            hint={text('call.number.hint')}
            value={draft.number}
            error={fieldErrors.number}
            largeDigits
            autoComplete="off"
            maxLength={16}
            onChange={({ target }) => {
              setFieldErrors({})
              changeDraft({ number: target.value })
            }}
          />
        ) : (
          <SelfieField eventId={eventId} url={selfie} />
        )}
      </div>
      {canPush && (
        <RadioCards
          className="mt-4.5"
          legend={text('call.where')}
          options={[
            { value: 'push', icon: 'bell', title: text('call.push') },
            { value: 'mail', icon: 'mail', title: text('call.mail') },
          ]}
          value={channel}
          onChange={(value) => changeDraft({ channel: value })}
        />
      )}
      {!canPush && needsInstall(installMethod) ? (
        <InstallNote className="mt-4.5" />
      ) : (
        channel === 'mail' &&
        (!canPush || isDeclined) && (
          <Note icon="bell" role="status" className="mt-4.5">
            <Text id={isDeclined ? 'call.denied' : selectEmailOnlyReason()} />
          </Note>
        )
      )}
      {channel === 'mail' && (
        <EmailField
          className="mt-4"
          label={text('call.email')}
          field={emailField}
          value={draft.email}
          error={fieldErrors.email}
          onType={(email) => {
            setFieldErrors({})
            changeDraft({ email })
          }}
        />
      )}
      {error !== undefined && (
        <Note tone="danger" role="alert" className="mt-4">
          {errorText(error)}
        </Note>
      )}
    </Sheet>
  )
}

function createDraft(eventId: string, by: AlertDraft['by']): AlertDraft {
  const draftInMemory = readDraft(eventId)
  if (draftInMemory) return { ...draftInMemory, by }
  const savedAlert = getPersistedAlert(eventId).read()
  return {
    by,
    number: savedAlert?.number ?? '',
    channel: savedAlert?.email === undefined ? 'push' : 'mail',
    email: savedAlert?.email ?? device.email.read() ?? '',
  }
}
