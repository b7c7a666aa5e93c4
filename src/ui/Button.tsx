import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import { AppLink } from './AppLink.tsx'
import { cx } from './cx.ts'
import { Icon, type IconName } from './Icon.tsx'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLElement>, 'disabled'> {
  /** Selects the look: `primary` is the single red action of a screen; all other filled buttons are `action`. */
  kind?: 'primary' | 'action' | 'outline' | 'ghost' | 'sub'
  size?: 'md' | 'sm'
  full?: boolean
  icon?: IconName
  /** Marks work in progress: the button keeps its text and ignores further presses. */
  busy?: boolean
  disabled?: boolean
  /** States why the button is disabled; shown above it and read with it. */
  reason?: string
  /** Renders a link that looks like a button. */
  href?: string
  target?: string
  rel?: string
  download?: string | boolean
  ref?: Ref<HTMLButtonElement & HTMLAnchorElement>
  children?: ReactNode
}

/**
 * Renders a button, or a link that looks like one. A disabled button stays focusable and states the reason, so it is
 * only `aria-disabled` and ignores presses.
 */
export function Button({
  kind = 'action',
  size = 'md',
  full,
  icon,
  busy,
  disabled,
  reason,
  href,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const idle = disabled || busy
  const says = disabled && reason ? reasonId : undefined
  const press = (event: MouseEvent<HTMLElement>) => {
    if (idle) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    onClick?.(event)
  }
  const shared = {
    ...rest,
    className: cx(
      'pf-btn',
      `pf-btn-${kind}`,
      size === 'sm' && 'pf-btn-sm',
      full && 'w-full md:max-lg:max-w-96',
      className,
    ),
    onClick: press,
    'aria-disabled': idle || undefined,
    'aria-busy': busy || undefined,
    'aria-describedby': cx(rest['aria-describedby'], says) || undefined,
  }
  const inside = (
    <>
      {icon && <Icon name={icon} size={size === 'sm' ? 20 : 24} />}
      {children}
    </>
  )
  const button =
    href === undefined ? (
      <button {...shared} type={type}>
        {inside}
      </button>
    ) : (
      <AppLink {...shared} href={idle ? undefined : href} role={idle ? 'link' : undefined}>
        {inside}
      </AppLink>
    )
  if (!says) return button
  return (
    <div className={full ? 'w-full' : undefined}>
      <p id={reasonId} className="pf-reason">
        {reason}
      </p>
      {button}
    </div>
  )
}
