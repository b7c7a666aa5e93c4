import './checkbox.css'
import { Description, Field, Checkbox as HeadlessCheckbox, Label } from '@headlessui/react'
import type { ReactNode } from 'react'
import { Message } from './Field.tsx'

export interface CheckboxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  error?: ReactNode
  className?: string
  /** Label text; may contain links. */
  children: ReactNode
}

export function Checkbox({ checked, onChange, error, className, children }: CheckboxProps) {
  return (
    <Field className={className}>
      {/* the whole row is the touch target */}
      <Label className="pf-check pf-prose">
        <HeadlessCheckbox
          checked={checked}
          onChange={onChange}
          className="pf-check-box"
          aria-invalid={error ? true : undefined}
        />
        <span className="min-w-0">{children}</span>
      </Label>
      <div aria-live="polite">
        {error && (
          <Description as="div">
            <Message tone="error">{error}</Message>
          </Description>
        )}
      </div>
    </Field>
  )
}
