import './more.css'
import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { OtherRows } from './OtherRows.tsx'
import type { OpenedBy } from './use-hover-menu.ts'

export interface MorePopoverProps {
  label: ReactNode
  openedBy: OpenedBy | undefined
  onToggle: () => void
  onClose: () => void
}

/**
 * Opens below its button. Escape, a press outside and a loss of focus close it.
 *
 * Uses a popover instead of a `menu`: screen readers would not list the links of a `nav` inside a `menu`.
 */
export function MorePopover(props: MorePopoverProps) {
  return (
    <Popover as={Fragment}>
      {({ open, close }) => <SyncedPopover {...props} open={open} close={close} />}
    </Popover>
  )
}

type SyncedPopoverProps = MorePopoverProps & { open: boolean; close: (focus?: HTMLElement) => void }

/** Synchronizes Headless UI with hovering: it handles presses only and cannot be opened from outside. */
function SyncedPopover({ label, openedBy, onToggle, onClose, open, close }: SyncedPopoverProps) {
  const button = useRef<HTMLButtonElement>(null)
  const shouldBeOpen = openedBy !== undefined
  const syncOpenState = useEffectEvent((shouldOpen: boolean) => {
    if (shouldOpen === open) return
    const { activeElement } = document
    // hovering must not move the focus; neither of these does
    if (!shouldOpen) close(activeElement instanceof HTMLElement ? activeElement : undefined)
    else button.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  useEffect(() => syncOpenState(shouldBeOpen), [shouldBeOpen])
  const wasOpen = useRef(false)
  const reportOpenState = useEffectEvent((isOpen: boolean) => {
    if (isOpen && !shouldBeOpen) onToggle()
    if (!isOpen && wasOpen.current) onClose()
    wasOpen.current = isOpen
  })
  useEffect(() => reportOpenState(open), [open])
  useGlobalEscape(openedBy === 'pointer', onClose)
  return (
    <>
      <PopoverButton
        ref={button}
        className="pf-navlink gap-1"
        onClick={(event) => {
          // a press on a popover opened by hovering leaves it open
          if (openedBy === 'pointer') event.preventDefault()
          onToggle()
        }}
      >
        {label}
      </PopoverButton>
      <PopoverPanel className="pf-more" focus={openedBy === 'press'}>
        <OtherRows onClose={close} />
      </PopoverPanel>
    </>
  )
}

/** Closes a popover opened by hovering on Escape, independent of the focus. */
function useGlobalEscape(isEnabled: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isEnabled) return undefined
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isEnabled])
}
