import { getDefaultStore } from 'jotai'
import {
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { ErrorCode } from '../../../contract/errors.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { checkSession, signedIn } from '../../platform/identity/index.ts'
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
  /** Registers an element of the agreement. There may be several: in the side plate and in the dock, one of which is hidden. */
  field: RefCallback<HTMLDivElement>
}

export interface Form {
  email: EmailState
  agreement: AgreementState
  /** Whether the form is complete; no side effects. */
  isComplete: boolean
  /** Returns whether the form is complete. Otherwise focuses the first missing field and shows its error. */
  isFilled: () => boolean
  showFault: (fault: ErrorCode) => void
  /** Clears the form after the order was placed, except for the e-mail. */
  forget: () => void
}

/** Manages the checkout form, which is persisted while the buyer types. */
export function useForm(): Form {
  const query = useQuery()
  const [email, setEmail] = useSuggestedEmail([query, openedWith])
  const [isGiven, setGiven] = useState(() => draft.read().isAgreed ?? false)
  const [fault, setFault] = useState<ErrorCode>()
  const [isMissing, setMissing] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const agreements = useShownElement()

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
      else if (!isGiven) {
        const field = agreements.shown()
        // scroll to its message too, which focus() does not do
        field?.scrollIntoView({ block: 'nearest' })
        field?.querySelector<HTMLElement>('[role=checkbox]')?.focus()
      }
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
      field: agreements.ref,
    },
  }
}

/** Collects elements of which the layout shows one at a time. */
function useShownElement(): { ref: RefCallback<HTMLDivElement>; shown: () => HTMLDivElement | undefined } {
  const [elements] = useState(() => new Set<HTMLDivElement>())
  const ref = useCallback<RefCallback<HTMLDivElement>>(
    (element) => {
      if (!element) return undefined
      elements.add(element)
      return () => void elements.delete(element)
    },
    [elements],
  )
  // elements with `display: none` have no client rects
  return { ref, shown: () => [...elements].find((element) => element.getClientRects().length > 0) }
}

/** Returns the typed address, else a known one. Queries the sign-on server at once; its answer may arrive later. */
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
    const unsubscribe = getDefaultStore().sub(signedIn.atom, () => again())
    checkSession().catch(() => {})
    return unsubscribe
  }, [])
  return [email, setEmail] as const
}

let told = ''

/** Stores the e-mail in the cart once it is typed, so that a buyer who returns through a link in an e-mail finds it. */
async function tellEmail(email: string): Promise<void> {
  const cartId = device.cartId.read()
  const news = `${cartId} ${email}`
  if (!cartId || told === news) return
  told = news
  const before = (await outbox.entries()).filter(({ kind }) => kind === 'cart.customer')
  for (const { id } of before) await outbox.drop(id)
  await outbox.put('cart.customer', `cart:${cartId}`, { cartId, email })
}
