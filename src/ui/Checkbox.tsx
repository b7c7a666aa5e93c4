import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { Message } from './Field.tsx'

export interface CheckboxProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'checked' | 'className'> {
  checked: boolean
  onChange: (checked: boolean) => void
  error?: ReactNode
  className?: string
  /** The words beside it; may hold links. */
  children: ReactNode
}

export function Checkbox({ checked, onChange, error, className, children, ...rest }: CheckboxProps) {
  const saysId = useId()
  return (
    <div className={className}>
      <label className="pf-check pf-prose">
        <input
          {...rest}
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? saysId : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="min-w-0">{children}</span>
      </label>
      <div id={saysId} aria-live="polite">
        {error && <Message tone="error">{error}</Message>}
      </div>
    </div>
  )
}
