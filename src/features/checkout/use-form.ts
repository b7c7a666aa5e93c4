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
import { checkSession, signedInUser } from '../../platform/identity/index.ts'
import { initialQuery, useQuery } from '../../platform/navigation/index.ts'
import { device } from '../../platform/storage/index.ts'
import { findTypedEmailError } from '../email/index.ts'
import { draft, saveToDraft } from './draft.ts'
import { selectEmail } from './email.ts'

export interface EmailState {
  value: string
  onChange: (value: string) => void
  error: ErrorCode | undefined
  onLeave: () => void
  field: RefObject<HTMLInputElement | null>
}

export interface GiftMessageState {
  value: string
  onChange: (value: string) => void
}

export interface AgreementState {
  isAccepted: boolean
  onChange: (isAccepted: boolean) => void
  isMissing: boolean
  /** Registers an element of the agreement. There may be several: in the side plate and in the dock, one of which is hidden. */
  field: RefCallback<HTMLDivElement>
}

export interface Form {
  email: EmailState
  giftMessage: GiftMessageState
  agreement: AgreementState
  /** Whether the form is complete; no side effects. */
  isComplete: boolean
  /** Returns whether the form is complete. Otherwise focuses the first missing field and shows its error. */
  validate: () => boolean
  showEmailError: (emailError: ErrorCode) => void
  /** Clears the form after the order was placed, except for the e-mail. */
  clear: () => void
}

/** Manages the checkout form, which is persisted while the buyer types. */
export function useForm(): Form {
  const query = useQuery()
  const [email, setEmail] = useSuggestedEmail([query, initialQuery])
  const [isAccepted, setAccepted] = useState(() => draft.read().isAgreed ?? false)
  const [giftMessage, setGiftMessage] = useState(() => draft.read().giftMessage ?? '')
  const [emailError, setEmailError] = useState<ErrorCode>()
  const [isMissing, setMissing] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const agreementElements = useVisibleElement()

  const showEmailError = (newError: ErrorCode) => {
    setEmailError(newError)
    emailField.current?.focus()
  }
  return {
    isComplete: findTypedEmailError(email) === undefined && isAccepted,
    validate: () => {
      const newError = findTypedEmailError(email)
      setEmailError(newError)
      setMissing(!isAccepted)
      if (newError) emailField.current?.focus()
      else if (!isAccepted) {
        const field = agreementElements.findVisible()
        // scroll to its message too, which focus() does not do
        field?.scrollIntoView({ block: 'nearest' })
        field?.querySelector<HTMLElement>('[role=checkbox]')?.focus()
      }
      return !newError && isAccepted
    },
    showEmailError,
    clear: () => draft.remove(),
    email: {
      value: email,
      onChange: (value) => {
        setEmail(value)
        setEmailError(undefined)
        saveToDraft({ email: value })
      },
      error: emailError,
      onLeave: () => {
        if (email.trim() === '') return
        const newError = findTypedEmailError(email)
        setEmailError(newError)
        if (!newError) void enqueueEmail(email.trim())
      },
      field: emailField,
    },
    giftMessage: {
      value: giftMessage,
      onChange: (value) => {
        setGiftMessage(value)
        saveToDraft({ giftMessage: value })
      },
    },
    agreement: {
      isAccepted,
      onChange: (accepted) => {
        setAccepted(accepted)
        setMissing(false)
        saveToDraft({ isAgreed: accepted })
      },
      isMissing,
      field: agreementElements.ref,
    },
  }
}

/** Collects elements of which the layout shows one at a time. */
function useVisibleElement(): {
  ref: RefCallback<HTMLDivElement>
  findVisible: () => HTMLDivElement | undefined
} {
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
  return { ref, findVisible: () => [...elements].find((element) => element.getClientRects().length > 0) }
}

/** Returns the typed address, else a known one. Queries the sign-on server at once; its answer may arrive later. */
function useSuggestedEmail(queries: readonly URLSearchParams[]) {
  const suggest = () =>
    selectEmail({
      typed: draft.read().email,
      accountEmail: signedInUser.read()?.email,
      queries,
      lastEmail: device.email.read(),
    })
  const [email, setEmail] = useState(suggest)
  const updateSuggestion = useEffectEvent(() => setEmail(suggest()))
  useEffect(() => {
    const unsubscribe = getDefaultStore().sub(signedInUser.atom, () => updateSuggestion())
    checkSession().catch(() => {})
    return unsubscribe
  }, [])
  return [email, setEmail] as const
}

let lastSent = ''

/** Stores the e-mail in the cart once it is typed, so that a buyer who returns through a link in an e-mail finds it. */
async function enqueueEmail(email: string): Promise<void> {
  const cartId = device.cartId.read()
  const message = `${cartId} ${email}`
  if (!cartId || lastSent === message) return
  lastSent = message
  const queuedEntries = (await outbox.entries()).filter(({ kind }) => kind === 'cart.customer')
  for (const { id } of queuedEntries) await outbox.drop(id)
  await outbox.put('cart.customer', `cart:${cartId}`, { cartId, email })
}
