import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { isApiError } from '../lib/api.ts'
import { dismissError, errorsAtom } from '../platform/errors/index.ts'
import { useErrorText, useText } from '../platform/language/index.ts'
import { useNavigate, usePath } from '../platform/navigation/index.ts'
import { closeSnack, noticesAtom, snackAtom, withdrawNotice } from '../platform/notices/index.ts'
import { Button } from '../ui/Button.tsx'
import { Notification } from '../ui/feedback/Notification.tsx'
import { MessageCorner, Snackbar } from '../ui/feedback/Snackbar.tsx'
import { phone, useMedia } from '../ui/use-media.ts'
import { usePageTexts } from './device/use-page-texts.ts'

const displayTimeInMs = 7_000
/** Delay before notifications reappear after a route change. The gap shows users that they are still open. */
const reappearDelayInMs = 100

/** Shows one error at a time, snacks, and up to two notifications at once (one on a phone). */
export function Messages() {
  const text = useText()
  return (
    <MessageCorner label={text('app.messages')}>
      <Notices />
      <Errors />
      <Snack />
    </MessageCorner>
  )
}

/** Calls `dismiss` after the timeout. Waits while the focus is in a snackbar. @returns a function that cancels the timer */
function dismissAfterTimeout(dismiss: () => void): () => void {
  let timer = setTimeout(dismissUnlessFocused, displayTimeInMs)
  function dismissUnlessFocused() {
    if (document.activeElement?.closest('.pf-snack'))
      timer = setTimeout(dismissUnlessFocused, displayTimeInMs)
    else dismiss()
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
    return dismissAfterTimeout(dismissError)
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
    return dismissAfterTimeout(() => closeSnack(false))
  }, [snack])
  if (!snack) return null
  const { action } = snack
  return (
    <Snackbar action={action && { label: action.label, onClick: () => closeSnack(true) }}>
      {snack.text}
    </Snackbar>
  )
}

function Notices() {
  const text = useText()
  const path = usePath()
  const notices = useAtomValue(noticesAtom)
  const maxShown = useMedia(phone) ? 1 : 2
  const [shownPath, setShownPath] = useState(path)
  useEffect(() => {
    if (shownPath === path) return undefined
    const timer = setTimeout(() => setShownPath(path), reappearDelayInMs)
    return () => clearTimeout(timer)
  }, [shownPath, path])
  if (shownPath !== path) return null
  return notices.slice(0, maxShown).map(({ id, text: noticeText, confirm, decline, onDismiss }) => {
    const withdrawAndCall = (callback?: () => void) => () => {
      withdrawNotice(id)
      callback?.()
    }
    return (
      <Notification
        key={`${path} ${id}`}
        title={noticeText}
        dismissLabel={text('app.close')}
        onDismiss={withdrawAndCall(onDismiss)}
        actions={
          (confirm || decline) && (
            <>
              {confirm && (
                <Button size="sm" onClick={withdrawAndCall(confirm.act)}>
                  {confirm.label}
                </Button>
              )}
              {decline && (
                <Button size="sm" kind="sub" onClick={withdrawAndCall(decline.act)}>
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
