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
  const isInactive = disabled || busy
  const shownReasonId = disabled && reason ? reasonId : undefined
  const onPress = (event: MouseEvent<HTMLElement>) => {
    if (isInactive) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    onClick?.(event)
  }
  const sharedProps = {
    ...rest,
    className: cx(
      'pf-btn',
      `pf-btn-${kind}`,
      size === 'sm' && 'pf-btn-sm',
      full && 'w-full md:max-lg:max-w-96',
      className,
    ),
    onClick: onPress,
    'aria-disabled': isInactive || undefined,
    'aria-busy': busy || undefined,
    'aria-describedby': cx(rest['aria-describedby'], shownReasonId) || undefined,
  }
  const content = (
    <>
      {icon && <Icon name={icon} size={size === 'sm' ? 20 : 24} />}
      {children}
    </>
  )
  const button =
    href === undefined ? (
      <button {...sharedProps} type={type}>
        {content}
      </button>
    ) : (
      <AppLink {...sharedProps} href={isInactive ? undefined : href} role={isInactive ? 'link' : undefined}>
        {content}
      </AppLink>
    )
  if (!shownReasonId) return button
  return (
    <div className={full ? 'w-full' : undefined}>
      <p id={reasonId} className="pf-reason">
        {reason}
      </p>
      {button}
    </div>
  )
}
