import { type ComponentType, useEffect, useState } from 'react'
import { reportError } from '../../platform/errors/index.ts'
import { useLanguage, useText } from '../../platform/language/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { MorePopoverProps } from './MorePopover.tsx'
import { useHoverMenu } from './use-hover-menu.ts'

/**
 * Offers, on wide screens, the other services of the company and the bug report. Renders a plain button until it is
 * first opened, which loads the code of the popover (25 KB br).
 */
export function MoreMenu() {
  const text = useText()
  const { requestTexts } = useLanguage()
  const { openedBy, toggle, close, hoverHandlers } = useHoverMenu()
  const [Popover, setPopover] = useState<ComponentType<MorePopoverProps>>()
  const isOpen = openedBy !== undefined
  useEffect(() => {
    if (!isOpen) return undefined
    let isUnmounted = false
    Promise.all([import('./MorePopover.tsx'), requestTexts('page')]).then(
      ([it]) => !isUnmounted && setPopover(() => it.MorePopover),
      reportError,
    )
    return () => {
      isUnmounted = true
    }
  }, [isOpen, requestTexts])
  const label = (
    <>
      {text('app.more')}
      <Icon name="down" size={20} />
    </>
  )
  return (
    <span className="relative" {...hoverHandlers}>
      {Popover ? (
        <Popover label={label} openedBy={openedBy} onToggle={toggle} onClose={close} />
      ) : (
        <button type="button" className="pf-navlink gap-1" aria-expanded={isOpen} onClick={toggle}>
          {label}
        </button>
      )}
    </span>
  )
}
