import type { ButtonHTMLAttributes, Ref } from 'react'
import { AppLink } from './AppLink.tsx'
import { cx } from './cx.ts'
import { Icon, type IconName } from './Icon.tsx'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLElement>, 'children'> {
  icon: IconName
  /** Describes the action, including the count if there is one. */
  label: string
  /** Square count in the corner; hidden at zero. */
  count?: number
  iconSize?: number
  href?: string
  ref?: Ref<HTMLButtonElement & HTMLAnchorElement>
}

export function IconButton({
  icon,
  label,
  count = 0,
  iconSize,
  href,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const sharedProps = { ...rest, className: cx('pf-iconbtn', className), 'aria-label': label }
  const content = (
    <>
      <Icon name={icon} size={iconSize} />
      {count > 0 && (
        <span className="pf-count" aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </>
  )
  return href === undefined ? (
    <button {...sharedProps} type={type}>
      {content}
    </button>
  ) : (
    <AppLink {...sharedProps} href={href}>
      {content}
    </AppLink>
  )
}
