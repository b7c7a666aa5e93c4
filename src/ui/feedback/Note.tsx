import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../Icon.tsx'

export type Tone = 'neutral' | 'ok' | 'warn' | 'danger'

const TONE_ICON: Record<Tone, IconName> = { neutral: 'clock', ok: 'check', warn: 'sun', danger: 'warning' }

export interface NoteProps {
  tone?: Tone
  icon?: IconName
  title?: ReactNode
  /** Adds an element at the right end, in line with the text. */
  action?: ReactNode
  /** Sets the role of the live region: `alert` interrupts, `status` waits for a pause. */
  role?: 'status' | 'alert'
  className?: string
  children?: ReactNode
}

/** Renders a message in the flow of the page. */
export function Note({ tone = 'neutral', icon, title, action, role, className, children }: NoteProps) {
  return (
    <div className={cx('pf-note', tone !== 'neutral' && `pf-note-${tone}`, className)} role={role}>
      <Icon name={icon ?? TONE_ICON[tone]} />
      <div className="pf-note-body">
        <div>
          {title && <b className="block">{title}</b>}
          {children}
        </div>
        {action}
      </div>
    </div>
  )
}
