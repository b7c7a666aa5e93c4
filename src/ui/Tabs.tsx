import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

export interface TabItem<Id extends string> {
  id: Id
  label: ReactNode
  count?: ReactNode
}

export interface TabsProps<Id extends string> {
  label: string
  items: TabItem<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** Common beginning of the ids of tabs and panels; the same value goes to `TabPanel`. */
  idBase: string
  className?: string
}

const tabId = (idBase: string, id: string) => `${idBase}-tab-${id}`
const panelId = (idBase: string, id: string) => `${idBase}-panel-${id}`

/** Arrows move and choose, Home and End jump; one tab stop for the whole row. */
export function Tabs<Id extends string>({ label, items, value, onChange, idBase, className }: TabsProps<Id>) {
  const row = useRef<HTMLDivElement>(null)
  // a narrow screen does not show all of them: the chosen one is to be seen
  useEffect(() => {
    const tab = document.getElementById(tabId(idBase, value))
    if (!row.current || !tab) return
    const { offsetLeft, offsetWidth } = tab
    const { scrollLeft, clientWidth } = row.current
    if (offsetLeft < scrollLeft) row.current.scrollLeft = offsetLeft
    else if (offsetLeft + offsetWidth > scrollLeft + clientWidth)
      row.current.scrollLeft = offsetLeft + offsetWidth - clientWidth
  }, [idBase, value])
  const onKeyDown = (event: KeyboardEvent) => {
    const now = items.findIndex((item) => item.id === value)
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = items[(to + items.length) % items.length]
    if (!next) return
    onChange(next.id)
    document.getElementById(tabId(idBase, next.id))?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs take the focus, one at a time
    <div
      ref={row}
      className={cx('pf-tabs', className)}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="tab"
          id={tabId(idBase, item.id)}
          className="pf-tab"
          aria-selected={item.id === value}
          aria-controls={item.id === value ? panelId(idBase, item.id) : undefined}
          tabIndex={item.id === value ? 0 : -1}
          onClick={() => onChange(item.id)}
        >
          {item.label}
          {item.count !== undefined && <small>{item.count}</small>}
        </button>
      ))}
    </div>
  )
}

export interface TabPanelProps {
  idBase: string
  value: string
  className?: string
  children: ReactNode
}

export function TabPanel({ idBase, value, className, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={panelId(idBase, value)}
      aria-labelledby={tabId(idBase, value)}
      className={className}
    >
      {children}
    </div>
  )
}
