import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ErrorCode } from '../../../contract/errors.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { signedIn } from '../../platform/identity/index.ts'
import { openedWith, useQuery } from '../../platform/navigation/index.ts'
import { device } from '../../platform/storage/index.ts'
import { faultOfEmail } from '../email/index.ts'
import { draft, noteInDraft } from './draft.ts'
import { suggestedEmail } from './email.ts'

export interface EmailState {
  value: string
  onChange: (value: string) => void
  fault: ErrorCode | undefined
  onLeave: () => void
  field: RefObject<HTMLInputElement | null>
}

export interface AgreementState {
  isGiven: boolean
  onChange: (isGiven: boolean) => void
  isMissing: boolean
  field: RefObject<HTMLDivElement | null>
}

export interface Form {
  email: EmailState
  agreement: AgreementState
  /** Whether nothing is missing; asks for nothing. */
  isComplete: boolean
  /** Whether nothing is missing; what is gets the focus and says so. */
  isFilled: () => boolean
  showFault: (fault: ErrorCode) => void
  /** The order is made: nothing of the form is kept but the e-mail. */
  forget: () => void
}

/** What the buyer fills in; it is kept as she types. */
export function useForm(): Form {
  const query = useQuery()
  const [email, setEmail] = useSuggestedEmail([query, openedWith])
  const [isGiven, setGiven] = useState(() => draft.read().isAgreed ?? false)
  const [fault, setFault] = useState<ErrorCode>()
  const [isMissing, setMissing] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const agreementField = useRef<HTMLDivElement>(null)

  const showFault = (wrong: ErrorCode) => {
    setFault(wrong)
    emailField.current?.focus()
  }
  return {
    isComplete: faultOfEmail(email) === undefined && isGiven,
    isFilled: () => {
      const wrong = faultOfEmail(email)
      setFault(wrong)
      setMissing(!isGiven)
      if (wrong) emailField.current?.focus()
      else if (!isGiven) agreementField.current?.querySelector<HTMLElement>('[role=checkbox]')?.focus()
      return !wrong && isGiven
    },
    showFault,
    forget: () => draft.remove(),
    email: {
      value: email,
      onChange: (value) => {
        setEmail(value)
        setFault(undefined)
        noteInDraft({ email: value })
      },
      fault,
      onLeave: () => {
        if (email.trim() === '') return
        const wrong = faultOfEmail(email)
        setFault(wrong)
        if (!wrong) void tellEmail(email.trim())
      },
      field: emailField,
    },
    agreement: {
      isGiven,
      onChange: (given) => {
        setGiven(given)
        setMissing(false)
        noteInDraft({ isAgreed: given })
      },
      isMissing,
      field: agreementField,
    },
  }
}

/** Time after which whoever signs in meanwhile is looked for once more. */
const retryAfterInMs = 1_000

/** What stands in the field: what was typed, else what is known of the buyer, also when that is known a moment later. */
function useSuggestedEmail(queries: readonly URLSearchParams[]) {
  const suggest = () =>
    suggestedEmail({
      typed: draft.read().email,
      ofUser: signedIn.read()?.email,
      queries,
      remembered: device.email.read(),
    })
  const [email, setEmail] = useState(suggest)
  const again = useEffectEvent(() => setEmail(suggest()))
  useEffect(() => {
    const timer = setTimeout(() => again(), retryAfterInMs)
    return () => clearTimeout(timer)
  }, [])
  return [email, setEmail] as const
}

let told = ''

/** Where the purchase goes is in the cart as soon as it is typed: whoever only comes back by a letter finds it. */
async function tellEmail(email: string): Promise<void> {
  const cartId = device.cartId.read()
  const news = `${cartId} ${email}`
  if (!cartId || told === news) return
  told = news
  const before = (await outbox.entries()).filter(({ kind }) => kind === 'cart.customer')
  for (const { id } of before) await outbox.drop(id)
  await outbox.put('cart.customer', `cart:${cartId}`, { cartId, email })
}
