import { type ReactNode, useState } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { maskEmail } from '../../lib/mask-email.ts'
import { formatClock } from '../../lib/time.ts'
import { reportError, useErrorText } from '../../platform/errors/index.ts'
import { Text, useLanguage } from '../../platform/language/index.ts'
import { Note } from '../../ui/Note.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { CorrectEmail } from './CorrectEmail.tsx'
import { askForLetter, type LetterNews, type LetterState, takeBack, useLetter } from './letter.ts'
import { SupportLink } from './SupportLink.tsx'

type OfOrder = Pick<Order, 'orderId' | 'number' | 'customer'>

/** States that the files were also e-mailed. Offers to send the e-mail again and to correct the address. */
export function MailNote({ order, hasFiles }: { order: OfOrder; hasFiles: boolean }) {
  const { orderId } = order
  const { state, news } = useLetter(orderId)
  const email = news?.email ?? order.customer.email
  const isRefused = order.customer.refused === true && news?.type !== 'corrected'
  return (
    <Note icon="mail" className="mt-4 lg:bg-bg">
      <div role="status">
        <Said state={state} news={news} email={email} hasFiles={hasFiles} isRefused={isRefused} />
      </div>
      {state.type === 'idle' && (
        <p className="mt-1.5">
          <Text id="orders.letter.missing" /> <SupportLink order={order} />
        </p>
      )}
      <Actions orderId={orderId} state={state} isPaid>
        <CorrectLink orderId={orderId} email={email} isPaid />
      </Actions>
    </Note>
  )
}

interface SaidProps {
  state: LetterState
  news: LetterNews | undefined
  email: string
  /** States whether the e-mail contains links to the files. */
  hasFiles?: boolean
  /** Whether the relay refused the address. */
  isRefused?: boolean
}

function Said({ state, news, email, hasFiles, isRefused }: SaidProps) {
  const errorText = useErrorText()
  const { language } = useLanguage()
  const at = (ms: number) => formatClock(new Date(ms).toISOString(), language)
  if (state.type === 'refused')
    return <span className="font-semibold text-danger">{errorText(state.code)}</span>
  if (state.type !== 'idle') {
    const what = state.email === undefined ? 'letter' : 'email'
    const values = { email: maskEmail(state.email ?? email), time: at(state.until) }
    return <Text id={`orders.${what}.${state.type}`} values={values} />
  }
  const values = { email: maskEmail(email), time: news ? at(news.on) : '' }
  if (isRefused)
    return (
      <span className="font-semibold text-danger">
        <Text id="orders.mail.refused" values={values} />
      </span>
    )
  if (news?.type === 'again') return <Text id="orders.letter.sent" values={values} />
  if (news?.type === 'corrected') return <Text id="orders.email.corrected" values={values} />
  return <Text id={hasFiles ? 'orders.mail' : 'orders.mail.order'} values={values} />
}

interface ActionsProps {
  orderId: string
  state: LetterState
  isPaid: boolean
  children: ReactNode
}

function Actions({ orderId, state, isPaid, children }: ActionsProps) {
  const isSending = state.type === 'sending'
  return (
    <div className="mt-1 -mb-2 flex flex-wrap gap-x-5 [&_.pf-link]:my-0!">
      {state.type !== 'idle' && !isSending && (
        <TextLink small icon="bin" onClick={() => void takeBack(state.id).catch(reportError)}>
          <Text id="orders.letter.takeBack" />
        </TextLink>
      )}
      {isPaid && (state.type === 'idle' || isSending) && <AgainLink orderId={orderId} busy={isSending} />}
      {children}
    </div>
  )
}

function AgainLink({ orderId, busy }: { orderId: string; busy: boolean }) {
  const [asked, setAsked] = useState(false)
  const isBusy = asked || busy
  const again = async () => {
    if (isBusy) return
    setAsked(true)
    await askForLetter(orderId).catch(reportError)
    setAsked(false)
  }
  return (
    <TextLink small icon="reload" aria-disabled={isBusy || undefined} onClick={() => void again()}>
      <Text id="orders.letter.again" />
    </TextLink>
  )
}

interface LinkProps {
  orderId: string
  email: string
  isPaid: boolean
}

function CorrectLink(props: LinkProps) {
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
export function MailLater({ order }: { order: OfOrder }) {
  const { orderId } = order
  const { state, news } = useLetter(orderId)
  const email = news?.email ?? order.customer.email
  const waits = state.type !== 'idle' && state.email !== undefined
  return (
    <Note icon="mail" className="mt-4">
      <div role="status">
        {waits ? (
          <Said state={state} news={news} email={email} />
        ) : (
          <Text
            id={news?.type === 'corrected' ? 'orders.email.correctedLater' : 'orders.mail.later'}
            values={{ email: maskEmail(email) }}
          />
        )}
      </div>
      <Actions orderId={orderId} state={state} isPaid={false}>
        <CorrectLink orderId={orderId} email={email} isPaid={false} />
      </Actions>
    </Note>
  )
}
