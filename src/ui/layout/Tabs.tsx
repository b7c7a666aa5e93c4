import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import { Fragment, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

export interface TabItem<Id extends string> {
  id: Id
  label: ReactNode
  count?: ReactNode
  /** Address that shows this tab. */
  href: string
}

export interface TabsProps<Id extends string> {
  label: string
  items: TabItem<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** Class of the row of tabs; the panel has the full width. */
  className?: string
  /** Panel of the selected tab. */
  children: ReactNode
}

/**
 * Tabs and the panel of the selected one. Headless UI handles the keys: arrows move and select, Home and End jump,
 * one tab stop for the whole row.
 *
 * Each tab is a link with the role of a tab, so that it works without script, in a new window, or when shared.
 */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, items, value, onChange, className, children } = props
  const rowRef = useRef<HTMLDivElement>(null)
  // a narrow screen does not show all tabs: scroll to the selected one
  useEffect(() => {
    const tab = rowRef.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`)
    if (!rowRef.current || !tab) return
    const { offsetLeft, offsetWidth } = tab
    const { scrollLeft, clientWidth } = rowRef.current
    if (offsetLeft < scrollLeft) rowRef.current.scrollLeft = offsetLeft
    else if (offsetLeft + offsetWidth > scrollLeft + clientWidth)
      rowRef.current.scrollLeft = offsetLeft + offsetWidth - clientWidth
  }, [value])
  return (
    <TabGroup
      as={Fragment}
      selectedIndex={items.findIndex((item) => item.id === value)}
      onChange={(index) => {
        const selectedItem = items[index]
        if (selectedItem) onChange(selectedItem.id)
      }}
    >
      <div className={className}>
        <TabList
          ref={rowRef}
          className="pf-tabs"
          aria-label={label}
          onClickCapture={stopModifiedClick}
          // the tab was selected already; do not navigate as well
          onClick={(event) => event.preventDefault()}
        >
          {items.map((item) => (
            <Tab key={item.id} as="a" href={item.href} className="pf-tab" data-tab={item.id}>
              {item.label}
              {item.count !== undefined && <small>{item.count}</small>}
            </Tab>
          ))}
        </TabList>
      </div>
      <TabPanels as={Fragment}>
        {items.map((item) => (
          // only its content is focusable
          <TabPanel key={item.id} tabIndex={-1}>
            {item.id === value && children}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  )
}

/** Stops a click that opens another window, so that it selects nothing in this one. */
function stopModifiedClick(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) event.stopPropagation()
}
