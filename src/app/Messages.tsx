import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { isApiError } from '../lib/api.ts'
import { dismissError, errorsAtom, useErrorText } from '../platform/errors/index.ts'
import { useText } from '../platform/language/index.ts'
import { useNavigate, usePath } from '../platform/navigation/index.ts'
import { endSnack, noticesAtom, snackAtom, withdrawNotice } from '../platform/notices/index.ts'
import { Button } from '../ui/Button.tsx'
import { Notification } from '../ui/Notification.tsx'
import { Corner, Snackbar } from '../ui/Snackbar.tsx'
import { phone, useMedia } from '../ui/use-media.ts'
import { usePageTexts } from './device/use-page-texts.ts'

const shownInMs = 7_000
/** Delay before notifications reappear after a route change. The gap shows users that they are still open. */
const shownAgainInMs = 100

/** Shows one error at a time, snacks, and up to two notifications at once (one on a phone). */
export function Messages() {
  const text = useText()
  return (
    <Corner label={text('app.messages')}>
      <Notices />
      <Errors />
      <Snack />
    </Corner>
  )
}

/** Calls `dismiss` after the timeout. Waits while the focus is in a snackbar. @returns a function that cancels the timer */
function leaveInTime(leave: () => void): () => void {
  let timer = setTimeout(look, shownInMs)
  function look() {
    if (document.activeElement?.closest('.pf-snack')) timer = setTimeout(look, shownInMs)
    else leave()
  }
  return () => clearTimeout(timer)
}

function Errors() {
  const errorText = useErrorText()
  const text = useText()
  const errors = useAtomValue(errorsAtom)
  const [error] = errors
  const navigate = useNavigate()
  usePageTexts(errors.length > 0)
  useEffect(() => {
    if (errors.length === 0) return undefined
    return leaveInTime(dismissError)
  }, [errors])
  if (errors.length === 0) return null
  const openOrders = () => {
    dismissError()
    navigate('/orders')
  }
  const action = isApiError(error, 'AlreadyBought')
    ? { label: text('app.openOrders'), onClick: openOrders }
    : { label: text('app.close'), onClick: dismissError }
  return <Snackbar action={action}>{errorText(error)}</Snackbar>
}

function Snack() {
  const snack = useAtomValue(snackAtom)
  useEffect(() => {
    if (!snack) return undefined
    return leaveInTime(() => endSnack(false))
  }, [snack])
  if (!snack) return null
  const { action } = snack
  return (
    <Snackbar action={action && { label: action.label, onClick: () => endSnack(true) }}>
      {snack.text}
    </Snackbar>
  )
}

function Notices() {
  const text = useText()
  const path = usePath()
  const notices = useAtomValue(noticesAtom)
  const atOnce = useMedia(phone) ? 1 : 2
  const [shownAt, setShownAt] = useState(path)
  useEffect(() => {
    if (shownAt === path) return undefined
    const timer = setTimeout(() => setShownAt(path), shownAgainInMs)
    return () => clearTimeout(timer)
  }, [shownAt, path])
  if (shownAt !== path) return null
  return notices.slice(0, atOnce).map(({ id, text: words, confirm, decline, onDismiss }) => {
    const answer = (act?: () => void) => () => {
      withdrawNotice(id)
      act?.()
    }
    return (
      <Notification
        key={`${path} ${id}`}
        title={words}
        dismissLabel={text('app.close')}
        onDismiss={answer(onDismiss)}
        actions={
          (confirm || decline) && (
            <>
              {confirm && (
                <Button size="sm" onClick={answer(confirm.act)}>
                  {confirm.label}
                </Button>
              )}
              {decline && (
                <Button size="sm" kind="sub" onClick={answer(decline.act)}>
                  {decline.label}
                </Button>
              )}
            </>
          )
        }
      />
    )
  })
}
