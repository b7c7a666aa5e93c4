import { type RefObject, useEffect, useRef, useState } from 'react'
import { useOnline } from '../../platform/offline/index.ts'
import { draft, noteInDraft } from './draft.ts'

/**
 * Focuses the pay button when the network returns on this page; it is never pressed automatically. The focus stays where
 * it is while the buyer is typing.
 *
 * @param isReady the form is complete, the cart was read again and can be ordered
 */
export function useConfirmWhenBack(isReady: boolean): {
  isBack: boolean
  form: RefObject<HTMLFormElement | null>
} {
  const online = useOnline()
  const form = useRef<HTMLFormElement>(null)
  const [wasAway, setWasAway] = useState(() => !online || draft.read().wasAway === true)
  if (!online && !wasAway) setWasAway(true)
  const isBack = wasAway && online && isReady

  useEffect(() => {
    if (!online) noteInDraft({ wasAway: true })
  }, [online])
  useEffect(() => {
    if (!isBack) return
    noteInDraft({ wasAway: undefined })
    const active = document.activeElement
    if (!(active instanceof HTMLInputElement)) visiblePayButton(form.current)?.focus()
  }, [isBack])
  return { isBack, form }
}

/** Returns the pay button that is visible in this layout: in the side plate or in the dock. */
function visiblePayButton(form: HTMLFormElement | null): HTMLElement | undefined {
  const buttons = form?.querySelectorAll<HTMLElement>('.pf-btn-primary') ?? []
  return [...buttons].find((button) => button.getClientRects().length > 0)
}
