import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './Icon.tsx'

export interface FieldTexts {
  label: ReactNode
  /** Keeps the label for assistive technology only. */
  hideLabel?: boolean
  hint?: ReactNode
  /** What went wrong, in words; marks the control invalid and is announced. */
  error?: ReactNode
  /** `true` draws the check; a text also stands under the field. */
  ok?: ReactNode
  /** A question about what may be right all the same; stands where the check would. */
  doubt?: ReactNode
}

/** What a control inside a field must carry so that its words belong to it. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps extends FieldTexts {
  id?: string
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** A label, its control, and what is said about it. */
export function Field({ label, hideLabel, hint, error, ok, doubt, id, className, children }: FieldProps) {
  const made = useId()
  const controlId = id ?? made
  const hintId = `${controlId}-hint`
  const saysId = `${controlId}-says`
  const says = error || doubt || (ok !== true && ok)
  const control: FieldControl = {
    id: controlId,
    'aria-describedby': cx(Boolean(says) && saysId, Boolean(hint) && hintId) || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className={className}>
      <label className={hideLabel ? 'sr-only' : 'pf-label'} htmlFor={controlId}>
        {label}
      </label>
      {children(control)}
      <FieldSays id={saysId} error={error} ok={ok} doubt={doubt} />
      {hint && (
        <p id={hintId} className="pf-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Stands empty in the page from the start: a live region that arrives with its text is often not read. */
function FieldSays({ id, error, ok, doubt }: { id: string } & Pick<FieldTexts, 'error' | 'ok' | 'doubt'>) {
  return (
    <div id={id} aria-live="polite">
      {error ? (
        <Message tone="error">{error}</Message>
      ) : doubt ? (
        doubt
      ) : ok && ok !== true ? (
        <Message tone="ok">{ok}</Message>
      ) : null}
    </div>
  )
}

export interface MessageProps {
  tone: 'error' | 'ok'
  icon?: IconName
  children: ReactNode
}

/** One line with an icon under what it speaks of. */
export function Message({ tone, icon, children }: MessageProps) {
  return (
    <p className={`pf-msg pf-msg-${tone}`}>
      <Icon name={icon ?? (tone === 'error' ? 'warning' : 'check')} size={20} />
      <span>{children}</span>
    </p>
  )
}
