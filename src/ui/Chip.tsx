import type { ButtonHTMLAttributes, FocusEvent, ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import { cx } from './cx.ts'
import { Icon, type IconName } from './Icon.tsx'

export interface ChipProps extends Omit<ButtonHTMLAttributes<HTMLElement>, 'disabled'> {
  selected?: boolean
  icon?: IconName
  count?: ReactNode
  href?: string
}

/** Renders a toggle (`aria-pressed`), or with `href` a link to a part of the page (`aria-current`). */
export function Chip({
  selected,
  icon,
  count,
  href,
  className,
  children,
  type = 'button',
  ...rest
}: ChipProps) {
  const content = (
    <>
      {icon && <Icon name={icon} size={20} />}
      {children}
      {count !== undefined && <span className="lining-nums">{count}</span>}
    </>
  )
  const chipClassName = cx('pf-chip', className)
  return href === undefined ? (
    <button
      {...rest}
      type={type}
      className={chipClassName}
      onFocus={scrollChipIntoView}
      // a chip that opens a menu is not a toggle; its text shows the choice
      aria-pressed={rest['aria-haspopup'] && !selected ? undefined : Boolean(selected)}
    >
      {content}
    </button>
  ) : (
    <AppLink
      {...rest}
      href={href}
      className={chipClassName}
      onFocus={scrollChipIntoView}
      aria-current={selected ? 'true' : undefined}
    >
      {content}
    </AppLink>
  )
}

/** Renders one line of chips that overflows on a narrow screen. */
export function ChipRow({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={cx('pf-chips', className)} role="group" aria-label={label}>
      {children}
    </div>
  )
}

/** Scrolls a keyboard-focused chip into view: Chromium does not scroll to partly hidden ones. Touched chips do not move. */
function scrollChipIntoView({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
