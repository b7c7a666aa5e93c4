import type { InputHTMLAttributes, Ref } from 'react'
import { Icon } from '../Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { Field, type FieldTexts } from './Field.tsx'

export interface SearchFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'className'>,
    FieldTexts {
  value: string
  onChange: (value: string) => void
  clearLabel: string
  className?: string
  ref?: Ref<HTMLInputElement>
}

export function SearchField(props: SearchFieldProps) {
  const { label, hideLabel, hint, error, ok, id, className, value, onChange, clearLabel, ...inputProps } =
    props
  return (
    <Field {...{ label, hideLabel, hint, error, ok, id, className }}>
      {(control) => (
        <div className="pf-input">
          <Icon name="search" />
          <input
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            {...inputProps}
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {value !== '' && (
            <IconButton
              icon="close"
              iconSize={20}
              label={clearLabel}
              className="-mr-3"
              onClick={() => onChange('')}
            />
          )}
        </div>
      )}
    </Field>
  )
}
