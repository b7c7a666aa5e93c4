import { Tab, TabGroup, TabList } from '@headlessui/react'
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'

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
 *
 * The panel is not one of Headless UI: when the tabs register, the context of those changes, and React hydrates all their
 * content in the same long task.
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
  const id = useId()
  const panelId = `${id}-panel`
  return (
    <>
      <TabGroup
        className={className}
        selectedIndex={items.findIndex((item) => item.id === value)}
        onChange={(index) => {
          const selectedItem = items[index]
          if (selectedItem) onChange(selectedItem.id)
        }}
      >
        <TabList
          ref={rowRef}
          className="pf-tabs"
          aria-label={label}
          onClickCapture={stopModifiedClick}
          // the tab was selected already; do not navigate as well
          onClick={(event) => event.preventDefault()}
        >
          {items.map((item) => (
            <Tab
              key={item.id}
              as={TabLink}
              id={`${id}-${item.id}`}
              panelId={item.id === value ? panelId : undefined}
              href={item.href}
              className="pf-tab"
              data-tab={item.id}
            >
              {item.label}
              {item.count !== undefined && <small>{item.count}</small>}
            </Tab>
          ))}
        </TabList>
      </TabGroup>
      {/* only its content is focusable */}
      <div key={value} id={panelId} role="tabpanel" aria-labelledby={`${id}-${value}`} tabIndex={-1}>
        {children}
      </div>
    </>
  )
}

/** Renders a tab. Headless UI knows only its own panels, and would say that the tab controls none. */
function TabLink({ panelId, ...props }: ComponentProps<'a'> & { panelId: string | undefined }) {
  // oxlint-disable-next-line react/forbid-elements, jsx-a11y/anchor-has-content -- selecting the tab navigates; it has a label
  return <a {...props} aria-controls={panelId} />
}

/** Stops a click that opens another window, so that it selects nothing in this one. */
function stopModifiedClick(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) event.stopPropagation()
}
