import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../Icon.tsx'
import { Field, type FieldTexts } from './Field.tsx'

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>, FieldTexts {
  icon?: IconName
  /** Rendered at the right end, inside the border. */
  end?: ReactNode
  /** Large display digits, as on a bib. */
  largeDigits?: boolean
  className?: string
  ref?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    hideLabel,
    hint,
    error,
    ok: okText,
    warning,
    icon,
    end,
    largeDigits,
    className,
    id,
    ...inputProps
  } = props
  const ok = !warning && okText
  return (
    <Field {...{ label, hideLabel, hint, error, ok, warning, id, className }}>
      {(control) => (
        <div
          className={cx(
            'pf-input',
            Boolean(error) && 'pf-input-error',
            !error && Boolean(ok) && 'pf-input-ok',
            !error && Boolean(warning) && 'pf-input-warning',
            largeDigits && 'pf-input-number',
          )}
        >
          {icon && <Icon name={icon} />}
          <input {...inputProps} {...control} />
          {end}
          {!error && ok && <Icon name="check" />}
        </div>
      )}
    </Field>
  )
}

export interface TextAreaProps
  extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'>,
    FieldTexts {
  className?: string
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, hint, error, ok, className, id, ...areaProps } = props
  return (
    <Field {...{ label, hideLabel, hint, error, ok, id, className }}>
      {(control) => (
        <div className={cx('pf-input', Boolean(error) && 'pf-input-error')}>
          <textarea rows={4} {...areaProps} {...control} />
        </div>
      )}
    </Field>
  )
}
