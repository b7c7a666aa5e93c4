import { type ComponentType, useEffect, useState } from 'react'
import { reportError } from '../platform/errors/index.ts'
import { useLanguage, useText } from '../platform/language/index.ts'
import { Icon } from '../ui/Icon.tsx'
import type { MorePopoverProps } from './MorePopover.tsx'
import { useHoverMenu } from './use-hover-menu.ts'

/**
 * Offers, on wide screens, the other services of the company and the bug report. Renders a plain button until it is
 * first opened, which loads the code of the popover (25 KB br).
 */
export function MoreMenu() {
  const text = useText()
  const { needTexts } = useLanguage()
  const { openedBy, toggle, close, hover } = useHoverMenu()
  const [Popover, setPopover] = useState<ComponentType<MorePopoverProps>>()
  const isAsked = openedBy !== undefined
  useEffect(() => {
    if (!isAsked) return undefined
    let gone = false
    Promise.all([import('./MorePopover.tsx'), needTexts('page')]).then(
      ([it]) => !gone && setPopover(() => it.MorePopover),
      reportError,
    )
    return () => {
      gone = true
    }
  }, [isAsked, needTexts])
  const word = (
    <>
      {text('app.more')}
      <Icon name="down" size={20} />
    </>
  )
  return (
    <span className="relative" {...hover}>
      {Popover ? (
        <Popover word={word} openedBy={openedBy} onToggle={toggle} onClose={close} />
      ) : (
        <button type="button" className="pf-navlink gap-1" aria-expanded={isAsked} onClick={toggle}>
          {word}
        </button>
      )}
    </span>
  )
}
