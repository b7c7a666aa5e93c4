import type { AnchorHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react'
import { AppLink } from './AppLink.tsx'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'

export interface AppBarProps {
  /** A row of its own over the bar: what is wrong with the network. */
  above?: ReactNode
  /** Menu or back. */
  start?: ReactNode
  logo: ReactNode
  /** Top menu; the owner hides it on narrow screens (`max-lg:hidden`). */
  nav?: ReactNode
  /** What waits to be sent: takes the room that the others leave, and on phones that of `logo` and language. */
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

export interface WordSelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  label: string
  /** `short` is what stands in the bar ("RU"), `label` what stands in the list. */
  options: { value: string; label: string; short?: string }[]
  value: string
  onChange: (value: string) => void
}

/**
 * A native select dressed as a word, for the language and the scheme. Not Headless UI's listbox: the picker of a phone
 * is larger and scrolls by the thumb, the server draws it, a choice made before the app answers is replayed, and the
 * listbox would add 28 KB (br) to the first load.
 */
export function WordSelect({ label, options, value, onChange, className, ...rest }: WordSelectProps) {
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

/** Footer slots: who, then links and choices in one wrapping row. */
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
