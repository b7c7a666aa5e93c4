import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { maskEmail } from '../../lib/mask-email.ts'
import { reportError, useErrorText } from '../../platform/errors/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { device } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { EmailField, faultOfEmail } from '../email/index.ts'
import { askForOtherEmail } from './letter.ts'

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
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  // the dialog would otherwise focus its close button
  useEffect(() => field.current?.focus(), [])
  const wanted = typed.trim()
  const isGood = faultOfEmail(wanted) === undefined && wanted !== email

  const findFault = () => {
    const wrong = faultOfEmail(wanted)
    if (wrong) return errorText(wrong)
    return wanted === email ? text('orders.email.same') : undefined
  }
  const send = async () => {
    const wrong = findFault()
    setFault(wrong)
    if (wrong) {
      field.current?.focus()
      return
    }
    setBusy(true)
    try {
      await askForOtherEmail(orderId, wanted)
      device.email.write(wanted)
      onClose()
    } catch (error) {
      setBusy(false)
      reportError(error)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Text id="orders.email.title" />}
      closeLabel={text('orders.email.close')}
      footer={
        <Button kind="primary" full type="submit" form={formId} busy={busy}>
          {isGood ? (
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <Text id="orders.email.sendTo" values={{ email: wanted }} />
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
          error={fault}
          ok={isGood}
          value={typed}
          onType={(value) => {
            setTyped(value)
            setFault(undefined)
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
