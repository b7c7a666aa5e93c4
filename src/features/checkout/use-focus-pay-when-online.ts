import { type RefObject, useEffect, useRef, useState } from 'react'
import { useOnline } from '../../platform/offline/index.ts'
import { draft, saveToDraft } from './draft.ts'

/**
 * Focuses the pay button when the network returns on this page; it is never pressed automatically. The focus stays where
 * it is while the buyer is typing.
 *
 * @param isReady the form is complete, the cart was read again and can be ordered
 */
export function useFocusPayWhenOnline(isReady: boolean): {
  isBackOnline: boolean
  form: RefObject<HTMLFormElement | null>
} {
  const online = useOnline()
  const form = useRef<HTMLFormElement>(null)
  const [wasOffline, setWasOffline] = useState(() => !online || draft.read().wasAway === true)
  if (!online && !wasOffline) setWasOffline(true)
  const isBackOnline = wasOffline && online && isReady

  useEffect(() => {
    if (!online) saveToDraft({ wasAway: true })
  }, [online])
  useEffect(() => {
    if (!isBackOnline) return
    saveToDraft({ wasAway: undefined })
    const active = document.activeElement
    if (!(active instanceof HTMLInputElement)) findVisiblePayButton(form.current)?.focus()
  }, [isBackOnline])
  return { isBackOnline, form }
}

/** Returns the pay button that is visible in this layout: in the side plate or in the dock. */
function findVisiblePayButton(form: HTMLFormElement | null): HTMLElement | undefined {
  const buttons = form?.querySelectorAll<HTMLElement>('.pf-btn-primary') ?? []
  return [...buttons].find((button) => button.getClientRects().length > 0)
}
