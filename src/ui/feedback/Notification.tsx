import type { ReactNode } from 'react'
import { Icon, type IconName } from '../Icon.tsx'
import { IconButton } from '../IconButton.tsx'

export interface NotificationProps {
  icon?: IconName
  title: ReactNode
  children?: ReactNode
  /** One or two small buttons, side by side. */
  actions?: ReactNode
  onDismiss?: () => void
  dismissLabel?: string
}

export function Notification({
  icon = 'bell',
  title,
  children,
  actions,
  onDismiss,
  dismissLabel,
}: NotificationProps) {
  return (
    <div className="pf-notice">
      <div className="flex items-start gap-3">
        <Icon name={icon} />
        <div className="min-w-0 flex-1">
          <p className="font-extrabold leading-[1.3]">{title}</p>
          {children && <p className="mt-1 text-sm text-ink-2">{children}</p>}
        </div>
        {onDismiss && dismissLabel && (
          <IconButton icon="close" iconSize={20} label={dismissLabel} className="-m-3" onClick={onDismiss} />
        )}
      </div>
      {actions && <div className="mt-3 flex gap-2 *:flex-1">{actions}</div>}
    </div>
  )
}
