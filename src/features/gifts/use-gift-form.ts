import { useRef, useState } from 'react'
import { giftsAtMost } from '../../../contract/cart.ts'
import type { Product } from '../../../contract/catalog.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Event } from '../../../contract/events.ts'
import { useNavigate, useQuery } from '../../platform/navigation/index.ts'
import { device } from '../../platform/storage/index.ts'
import { addGifts } from '../cart/index.ts'
import { faultOfEmail } from '../email/index.ts'
import { draft, noteInDraft } from './draft.ts'
import { recipientsIn } from './recipients.ts'

const countAtFirst = 5

const within = (count: number) => Math.min(giftsAtMost, Math.max(1, count))

/** Manages the gift form and adds the codes to the cart. `?quantity=` of a link sets the initial number. */
export function useGiftForm(event: Event, product: Product) {
  const navigate = useNavigate()
  const asked = Number.parseInt(useQuery().get('quantity') ?? '', 10)
  const [count, setCount] = useState(() =>
    within(Number.isNaN(asked) ? (draft.read().count ?? countAtFirst) : asked),
  )
  const [email, setEmail] = useState(() => device.email.read() ?? '')
  const [emailFault, setEmailFault] = useState<ErrorCode>()
  const [recipients, setRecipients] = useState(() => draft.read().recipients ?? '')
  const [wrong, setWrong] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const recipientsField = useRef<HTMLTextAreaElement>(null)
  const people = recipientsIn(recipients).emails
  const tooMany = people.length > giftsAtMost

  const isFilled = () => {
    const fault = faultOfEmail(email)
    const { wrong: bad } = recipientsIn(recipients)
    setEmailFault(fault)
    setWrong(bad)
    if (fault) emailField.current?.focus()
    else if (bad !== undefined || tooMany) recipientsField.current?.focus()
    return !fault && bad === undefined && !tooMany
  }

  const submit = async () => {
    if (isBusy || !isFilled()) return
    setBusy(true)
    device.email.write(email.trim())
    const { eventId, title, catalogId } = event
    const isIn = await addGifts({
      eventId,
      event: { title, catalogId },
      product,
      count: Math.max(count, people.length),
      recipients: people,
    })
    setBusy(false)
    if (!isIn) return
    draft.remove()
    navigate('/cart')
  }

  return {
    count,
    setCount: (wanted: number) => {
      setCount(within(wanted))
      noteInDraft({ count: within(wanted) })
    },
    email: {
      value: email,
      fault: emailFault,
      field: emailField,
      onChange: (value: string) => {
        setEmail(value)
        setEmailFault(undefined)
      },
      onLeave: () => {
        if (email.trim() !== '') setEmailFault(faultOfEmail(email))
      },
    },
    recipients: {
      value: recipients,
      wrong,
      tooMany,
      field: recipientsField,
      onChange: (value: string) => {
        setRecipients(value)
        setWrong(undefined)
        noteInDraft({ recipients: value })
        const { emails } = recipientsIn(value)
        if (emails.length > count) setCount(within(emails.length))
      },
      onLeave: () => setWrong(recipientsIn(recipients).wrong),
    },
    isBusy,
    submit,
  }
}
