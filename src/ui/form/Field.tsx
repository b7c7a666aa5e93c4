import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../Icon.tsx'

export interface FieldTexts {
  label: ReactNode
  /** Keeps the label for assistive technology only. */
  hideLabel?: boolean
  hint?: ReactNode
  /** Error text; marks the control as invalid and is announced. */
  error?: ReactNode
  /** `true` shows a check mark; a text is also shown under the field. */
  ok?: ReactNode
  /** A question about a value that may be correct nevertheless; shown instead of the check mark. */
  warning?: ReactNode
}

/** Attributes that link a control inside a field to its texts. */
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

/** Renders a label, its control and its messages. */
export function Field({ label, hideLabel, hint, error, ok, warning, id, className, children }: FieldProps) {
  const generatedId = useId()
  const controlId = id ?? generatedId
  const hintId = `${controlId}-hint`
  const messageId = `${controlId}-says`
  const message = error || warning || (ok !== true && ok)
  const control: FieldControl = {
    id: controlId,
    'aria-describedby': cx(Boolean(message) && messageId, Boolean(hint) && hintId) || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className={className}>
      <label className={hideLabel ? 'sr-only' : 'pf-label'} htmlFor={controlId}>
        {label}
      </label>
      {children(control)}
      <FieldMessages id={messageId} error={error} ok={ok} warning={warning} />
      {hint && (
        <p id={hintId} className="pf-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Renders the messages, empty from the start: a live region that is inserted together with its text is often not read. */
function FieldMessages({
  id,
  error,
  ok,
  warning,
}: { id: string } & Pick<FieldTexts, 'error' | 'ok' | 'warning'>) {
  return (
    <div id={id} aria-live="polite">
      {error ? (
        <Message tone="error">{error}</Message>
      ) : warning ? (
        warning
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

/** Renders one line with an icon under the element it refers to. */
export function Message({ tone, icon, children }: MessageProps) {
  return (
    <p className={`pf-msg pf-msg-${tone}`}>
      <Icon name={icon ?? (tone === 'error' ? 'warning' : 'check')} size={20} />
      <span>{children}</span>
    </p>
  )
}
