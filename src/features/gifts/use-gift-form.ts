import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { maxGiftCodes } from '../../../contract/cart.ts'
import type { Product } from '../../../contract/catalog.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Event } from '../../../contract/events.ts'
import { useNavigate, useQuery } from '../../platform/navigation/index.ts'
import { device, persisted } from '../../platform/storage/index.ts'
import { addGifts } from '../cart/index.ts'
import { checkoutDraft, saveToCheckoutDraft } from '../checkout/index.ts'
import { findTypedEmailError } from '../email/index.ts'
import { parseRecipients } from './recipients.ts'

const initialCount = 5

const clampCount = (count: number) => Math.min(maxGiftCodes, Math.max(1, count))

const Draft = z.object({
  count: z.optional(z.int()),
  recipients: z.optional(z.string()),
})
type Draft = z.infer<typeof Draft>

/** Persists form input that is in no cart yet, across reloads. */
const draft = persisted<Draft>({ key: 'giftDraft', schema: Draft, initial: {} })

function saveToDraft(changes: Draft): void {
  draft.write({ ...draft.read(), ...changes })
}

/** Manages the gift form and adds the codes to the cart. `?quantity=` of a link sets the initial number. */
export function useGiftForm(event: Event, product: Product) {
  const navigate = useNavigate()
  const linkQuantity = Number.parseInt(useQuery().get('quantity') ?? '', 10)
  const [chosenCount, setCount] = useState(() =>
    clampCount(Number.isNaN(linkQuantity) ? (draft.read().count ?? initialCount) : linkQuantity),
  )
  const [email, setEmail] = useState(() => checkoutDraft.read().email || (device.email.read() ?? ''))
  const [shownEmailError, setShownEmailError] = useState<ErrorCode>()
  const [recipients, setRecipients] = useState(() => draft.read().recipients ?? '')
  const [invalidEmail, setInvalidEmail] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const recipientsField = useRef<HTMLTextAreaElement>(null)
  const recipientEmails = parseRecipients(recipients).emails
  const minCount = clampCount(recipientEmails.length)
  const count = Math.max(chosenCount, minCount)
  const tooMany = recipientEmails.length > maxGiftCodes

  const validate = () => {
    const emailError = findTypedEmailError(email)
    const { invalidEmail: firstInvalid } = parseRecipients(recipients)
    setShownEmailError(emailError)
    setInvalidEmail(firstInvalid)
    if (emailError) emailField.current?.focus()
    else if (firstInvalid !== undefined || tooMany) recipientsField.current?.focus()
    return !emailError && firstInvalid === undefined && !tooMany
  }

  const submit = async () => {
    if (isBusy || !validate()) return
    setBusy(true)
    device.email.write(email.trim())
    // The order mails the codes: its form must not suggest the address of an account or of an earlier draft.
    saveToCheckoutDraft({ email: email.trim() })
    const { eventId, title, catalogId } = event
    const isAdded = await addGifts({
      eventId,
      event: { title, catalogId },
      product,
      count,
      recipients: recipientEmails,
    })
    setBusy(false)
    if (!isAdded) return
    draft.remove()
    navigate('/cart')
  }

  return {
    /** At least one for each recipient. */
    count,
    minCount,
    setCount: (newCount: number) => {
      setCount(clampCount(newCount))
      saveToDraft({ count: clampCount(newCount) })
    },
    email: {
      value: email,
      error: shownEmailError,
      field: emailField,
      onChange: (value: string) => {
        setEmail(value)
        setShownEmailError(undefined)
      },
      onLeave: () => {
        if (email.trim() !== '') setShownEmailError(findTypedEmailError(email))
      },
    },
    recipients: {
      value: recipients,
      invalidEmail,
      tooMany,
      field: recipientsField,
      onChange: (value: string) => {
        setRecipients(value)
        setInvalidEmail(undefined)
        saveToDraft({ recipients: value })
      },
      onLeave: () => setInvalidEmail(parseRecipients(recipients).invalidEmail),
    },
    isBusy,
    submit,
  }
}
