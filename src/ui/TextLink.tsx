import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import { AppLink } from './AppLink.tsx'
import { cx } from './cx.ts'
import { Icon, type IconName } from './Icon.tsx'

export interface TextLinkProps
  extends Omit<AnchorHTMLAttributes<HTMLElement>, 'type'>,
    Pick<ButtonHTMLAttributes<HTMLElement>, 'type'> {
  icon?: IconName
  /** Small text, 15 px. */
  small?: boolean
}

/** Underlined, 48 px high. A link with `href`, otherwise a button. */
export function TextLink({ icon, small, className, children, type = 'button', ...rest }: TextLinkProps) {
  const shared = { ...rest, className: cx('pf-link', small && 'text-sm', className) }
  const inside = (
    <>
      {icon && <Icon name={icon} size={20} />}
      {children}
    </>
  )
  return rest.href === undefined ? (
    <button {...shared} type={type}>
      {inside}
    </button>
  ) : (
    <AppLink {...shared}>{inside}</AppLink>
  )
}
