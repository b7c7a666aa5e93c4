import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldTexts } from './Field.tsx'
import { Icon, type IconName } from './Icon.tsx'

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>, FieldTexts {
  icon?: IconName
  /** Rendered at the right end, inside the border. */
  end?: ReactNode
  /** Large display digits, as on a bib. */
  figures?: boolean
  className?: string
  ref?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    hideLabel,
    hint,
    error,
    ok: isGood,
    doubt,
    icon,
    end,
    figures,
    className,
    id,
    ...input
  } = props
  const ok = !doubt && isGood
  return (
    <Field {...{ label, hideLabel, hint, error, ok, doubt, id, className }}>
      {(control) => (
        <div
          className={cx(
            'pf-input',
            Boolean(error) && 'pf-input-error',
            !error && Boolean(ok) && 'pf-input-ok',
            !error && Boolean(doubt) && 'pf-input-doubt',
            figures && 'pf-input-number',
          )}
        >
          {icon && <Icon name={icon} />}
          <input {...input} {...control} />
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
  const { label, hideLabel, hint, error, ok, className, id, ...area } = props
  return (
    <Field {...{ label, hideLabel, hint, error, ok, id, className }}>
      {(control) => (
        <div className={cx('pf-input', Boolean(error) && 'pf-input-error')}>
          <textarea rows={4} {...area} {...control} />
        </div>
      )}
    </Field>
  )
}
