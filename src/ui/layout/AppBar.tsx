import type { AnchorHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react'
import { AppLink } from '../AppLink.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'

export interface AppBarProps {
  /** Adds a separate row over the bar, for network problems. */
  above?: ReactNode
  /** Menu or back. */
  start?: ReactNode
  logo: ReactNode
  /** Top menu; the caller hides it on narrow screens (`max-lg:hidden`). */
  nav?: ReactNode
  /** Outbox status: takes the remaining space, and on phones the space of `logo` and language. */
  status?: ReactNode
  /** Language, profile, cart. */
  end?: ReactNode
  className?: string
}

export function AppBar({ above, start, logo, nav, status, end, className }: AppBarProps) {
  return (
    <header className={cx('pf-bar', className)}>
      {above}
      <div className="wrap">
        {start}
        {logo}
        {nav}
        {status}
        <div className="pf-bar-end">{end}</div>
      </div>
    </header>
  )
}

export function AppBarNav({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <nav className={cx('pf-nav', className)} aria-label={label}>
      {children}
    </nav>
  )
}

export interface AppBarLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  current?: boolean
}

export function AppBarLink({ current, className, children, ...rest }: AppBarLinkProps) {
  return (
    <AppLink {...rest} className={cx('pf-navlink', className)} aria-current={current ? 'page' : undefined}>
      {children}
    </AppLink>
  )
}

export interface InlineSelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  label: string
  /** `short` is shown in the bar ("RU"), `label` in the list. */
  options: { value: string; label: string; short?: string }[]
  value: string
  onChange: (value: string) => void
}

/**
 * Renders a native select styled as text, for the language and the scheme. Not Headless UI's listbox: a phone's picker
 * is larger and scrolls by thumb, the server renders it, and a choice made before hydration is replayed. The listbox
 * would also add 28 KB (br) to the first load.
 */
export function InlineSelect({ label, options, value, onChange, className, ...rest }: InlineSelectProps) {
  const short = options.find((option) => option.value === value)?.short
  return (
    <span className={cx('pf-pick', className)}>
      {short && (
        <span className="pf-pick-short" aria-hidden="true">
          {short}
        </span>
      )}
      <select
        {...rest}
        className={short ? 'pf-pick-over' : undefined}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={20} />
    </span>
  )
}

/** Renders the footer: the tenant, then links and selects in one wrapping row. */
export function Footer({ start, children }: { start: ReactNode; children?: ReactNode }) {
  return (
    <footer className="pf-foot">
      <div className="wrap">
        <span className="w-full md:w-auto">{start}</span>
        {children}
      </div>
    </footer>
  )
}
