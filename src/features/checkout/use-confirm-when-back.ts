import { type RefObject, useEffect, useRef, useState } from 'react'
import { useOnline } from '../../platform/offline/index.ts'
import { draft, noteInDraft } from './draft.ts'

/**
 * Brings a buyer who lost the network on this page to the confirming tap when it is back: the button gets the focus,
 * pressed it is only by her. Whoever is typing is left alone.
 *
 * @param isReady everything is filled in, the cart was read anew and can be ordered
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

/** Of the two, beside the page and at its foot, the one that this screen shows. */
function visiblePayButton(form: HTMLFormElement | null): HTMLElement | undefined {
  const buttons = form?.querySelectorAll<HTMLElement>('.pf-btn-primary') ?? []
  return [...buttons].find((button) => button.getClientRects().length > 0)
}
