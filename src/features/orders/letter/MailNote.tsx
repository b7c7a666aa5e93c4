import { type ReactNode, useState } from 'react'
import type { Order } from '../../../../contract/orders.ts'
import { maskEmail } from '../../../lib/format/mask-email.ts'
import { formatClock } from '../../../lib/format/time.ts'
import { reportError } from '../../../platform/errors/index.ts'
import { Text, useErrorText, useLanguage } from '../../../platform/language/index.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { SupportLink } from '../SupportLink.tsx'
import { CorrectEmail } from './CorrectEmail.tsx'
import {
  cancelEmailRequest,
  type EmailRequestState,
  type EmailUpdate,
  requestEmailAgain,
  useOrderEmail,
} from './order-email.ts'

type MailedOrder = Pick<Order, 'orderId' | 'number' | 'customer'>

/** States that the files were also e-mailed. Offers to send the e-mail again and to correct the address. */
export function MailNote({ order, hasFiles }: { order: MailedOrder; hasFiles: boolean }) {
  const { orderId } = order
  const { state, lastUpdate } = useOrderEmail(orderId)
  const email = lastUpdate?.email ?? order.customer.email
  const isRefused = order.customer.refused === true && lastUpdate?.type !== 'corrected'
  return (
    <Note icon="mail" className="mt-4 lg:bg-bg">
      <div role="status">
        <MailStatus
          state={state}
          lastUpdate={lastUpdate}
          email={email}
          hasFiles={hasFiles}
          isRefused={isRefused}
        />
      </div>
      {state.type === 'idle' && (
        <p className="mt-1.5">
          <Text id="orders.letter.missing" /> <SupportLink order={order} />
        </p>
      )}
      <MailActions orderId={orderId} state={state} isPaid>
        <CorrectEmailLink orderId={orderId} email={email} isPaid />
      </MailActions>
    </Note>
  )
}

interface MailStatusProps {
  state: EmailRequestState
  lastUpdate: EmailUpdate | undefined
  email: string
  /** States whether the e-mail contains links to the files. */
  hasFiles?: boolean
  /** Whether the relay refused the address. */
  isRefused?: boolean
}

function MailStatus({ state, lastUpdate, email, hasFiles, isRefused }: MailStatusProps) {
  const errorText = useErrorText()
  const { language } = useLanguage()
  const formatTime = (ms: number) => formatClock(new Date(ms).toISOString(), language)
  if (state.type === 'refused')
    return <span className="font-semibold text-danger">{errorText(state.code)}</span>
  if (state.type !== 'idle') {
    const request = state.email === undefined ? 'letter' : 'email'
    const values = { email: maskEmail(state.email ?? email), time: formatTime(state.until) }
    return <Text id={`orders.${request}.${state.type}`} values={values} />
  }
  const values = { email: maskEmail(email), time: lastUpdate ? formatTime(lastUpdate.on) : '' }
  if (isRefused)
    return (
      <span className="font-semibold text-danger">
        <Text id="orders.mail.refused" values={values} />
      </span>
    )
  if (lastUpdate?.type === 'again') return <Text id="orders.letter.sent" values={values} />
  if (lastUpdate?.type === 'corrected') return <Text id="orders.email.corrected" values={values} />
  return <Text id={hasFiles ? 'orders.mail' : 'orders.mail.order'} values={values} />
}

interface MailActionsProps {
  orderId: string
  state: EmailRequestState
  isPaid: boolean
  children: ReactNode
}

function MailActions({ orderId, state, isPaid, children }: MailActionsProps) {
  const isSending = state.type === 'sending'
  return (
    <div className="mt-1 -mb-2 flex flex-wrap gap-x-5 [&_.pf-link]:my-0!">
      {state.type !== 'idle' && !isSending && (
        <TextLink small icon="bin" onClick={() => void cancelEmailRequest(state.id).catch(reportError)}>
          <Text id="orders.letter.takeBack" />
        </TextLink>
      )}
      {isPaid && (state.type === 'idle' || isSending) && <ResendLink orderId={orderId} busy={isSending} />}
      {children}
    </div>
  )
}

function ResendLink({ orderId, busy }: { orderId: string; busy: boolean }) {
  const [isRequested, setRequested] = useState(false)
  const isBusy = isRequested || busy
  const resend = async () => {
    if (isBusy) return
    setRequested(true)
    await requestEmailAgain(orderId).catch(reportError)
    setRequested(false)
  }
  return (
    <TextLink small icon="reload" aria-disabled={isBusy || undefined} onClick={() => void resend()}>
      <Text id="orders.letter.again" />
    </TextLink>
  )
}

interface CorrectEmailLinkProps {
  orderId: string
  email: string
  isPaid: boolean
}

function CorrectEmailLink(props: CorrectEmailLinkProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <TextLink small icon="mail" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Text id="orders.email.correct" />
      </TextLink>
      {open && <CorrectEmail {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Shows to which address the links of an unpaid order will be sent. */
export function MailLaterNote({ order }: { order: MailedOrder }) {
  const { orderId } = order
  const { state, lastUpdate } = useOrderEmail(orderId)
  const email = lastUpdate?.email ?? order.customer.email
  const isChangePending = state.type !== 'idle' && state.email !== undefined
  return (
    <Note icon="mail" className="mt-4">
      <div role="status">
        {isChangePending ? (
          <MailStatus state={state} lastUpdate={lastUpdate} email={email} />
        ) : (
          <Text
            id={lastUpdate?.type === 'corrected' ? 'orders.email.correctedLater' : 'orders.mail.later'}
            values={{ email: maskEmail(email) }}
          />
        )}
      </div>
      <MailActions orderId={orderId} state={state} isPaid={false}>
        <CorrectEmailLink orderId={orderId} email={email} isPaid={false} />
      </MailActions>
    </Note>
  )
}
