import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import { AppLink } from './AppLink.tsx'
import { cx } from './cx.ts'
import { Icon, type IconName } from './Icon.tsx'

export interface TextLinkProps
  extends Omit<AnchorHTMLAttributes<HTMLElement>, 'type'>,
    Pick<ButtonHTMLAttributes<HTMLElement>, 'type'> {
  icon?: IconName
  /** Sets small text, 15 px. */
  small?: boolean
}

/** Renders an underlined link with `href`, otherwise a button; 48 px high. */
export function TextLink({ icon, small, className, children, type = 'button', ...rest }: TextLinkProps) {
  const sharedProps = { ...rest, className: cx('pf-link', small && 'text-sm', className) }
  const content = (
    <>
      {icon && <Icon name={icon} size={20} />}
      {children}
    </>
  )
  return rest.href === undefined ? (
    <button {...sharedProps} type={type}>
      {content}
    </button>
  ) : (
    <AppLink {...sharedProps}>{content}</AppLink>
  )
}
