import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { maskEmail } from '../../../lib/format/mask-email.ts'
import { reportError } from '../../../platform/errors/index.ts'
import { Text, useErrorText, useText } from '../../../platform/language/index.ts'
import { useOnline } from '../../../platform/offline/index.ts'
import { device } from '../../../platform/storage/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Sheet } from '../../../ui/layout/Sheet.tsx'
import { EmailField, findTypedEmailError } from '../../email/index.ts'
import { requestEmailChange } from './order-email.ts'

interface Props {
  orderId: string
  /** Contains the current address of the order. */
  email: string
  /** Whether its links are sent as soon as the address is corrected. */
  isPaid: boolean
  onClose: () => void
}

/** Corrects the e-mail of an order. Validates as at the checkout; the button repeats the address. */
export function CorrectEmail({ orderId, email, isPaid, onClose }: Props) {
  const text = useText()
  const errorText = useErrorText()
  const online = useOnline()
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  // prefilled only on the device where it was typed: other holders of the link must not read it
  const [typed, setTyped] = useState(() => (device.email.read() === email ? email : ''))
  const [errorMessage, setErrorMessage] = useState<string>()
  const [busy, setBusy] = useState(false)
  // the dialog would otherwise focus its close button
  useEffect(() => field.current?.focus(), [])
  const newEmail = typed.trim()
  const isValid = findTypedEmailError(newEmail) === undefined && newEmail !== email

  const findError = () => {
    const newError = findTypedEmailError(newEmail)
    if (newError) return errorText(newError)
    return newEmail === email ? text('orders.email.same') : undefined
  }
  const saveEmail = async () => {
    const newError = findError()
    setErrorMessage(newError)
    if (newError) {
      field.current?.focus()
      return
    }
    setBusy(true)
    try {
      await requestEmailChange(orderId, newEmail)
      device.email.write(newEmail)
      onClose()
    } catch (error) {
      setBusy(false)
      reportError(error)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saveEmail()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Text id="orders.email.title" />}
      closeLabel={text('orders.email.close')}
      footer={
        <Button kind="primary" full type="submit" form={formId} busy={busy}>
          {isValid ? (
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <Text id="orders.email.sendTo" values={{ email: newEmail }} />
            </span>
          ) : (
            <Text id="orders.email.save" />
          )}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <p className="mb-5">
          <Text id="orders.email.now" values={{ email: maskEmail(email) }} />
        </p>
        <EmailField
          field={field}
          label={text('orders.email.label')}
          hint={<Text id={isPaid ? 'orders.email.hintPaid' : 'orders.email.hint'} />}
          error={errorMessage}
          ok={isValid}
          value={typed}
          onType={(value) => {
            setTyped(value)
            setErrorMessage(undefined)
          }}
        />
        {!online && (
          <Note icon="no-network" className="mt-4">
            <Text id="orders.email.offline" />
          </Note>
        )}
      </form>
    </Sheet>
  )
}
