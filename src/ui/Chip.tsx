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

/** A toggle (`aria-pressed`), or with `href` a link to a part of the page (`aria-current`). */
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
  const inside = (
    <>
      {icon && <Icon name={icon} size={20} />}
      {children}
      {count !== undefined && <span className="lining-nums">{count}</span>}
    </>
  )
  const name = cx('pf-chip', className)
  return href === undefined ? (
    <button
      {...rest}
      type={type}
      className={name}
      onFocus={bringIn}
      // one that opens a choice is no switch; that something is chosen stands in its words
      aria-pressed={rest['aria-haspopup'] && !selected ? undefined : Boolean(selected)}
    >
      {inside}
    </button>
  ) : (
    <AppLink
      {...rest}
      href={href}
      className={name}
      onFocus={bringIn}
      aria-current={selected ? 'true' : undefined}
    >
      {inside}
    </AppLink>
  )
}

/** One line of chips that runs off the edge on a narrow screen. */
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

/** Chromium leaves what stands half behind the edge where it is; a finger's target stays where the finger is. */
function bringIn({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
