import './radio-cards.css'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { Message } from './Field.tsx'
import { Icon, type IconName } from './Icon.tsx'

export interface RadioCard<Value extends string> {
  value: Value
  title: ReactNode
  hint?: ReactNode
  icon?: IconName
  /** A short word at the right end, such as a discount. */
  badge?: ReactNode
  disabled?: boolean
}

export interface RadioCardsProps<Value extends string> {
  legend: ReactNode
  hideLegend?: boolean
  name: string
  options: RadioCard<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  error?: ReactNode
  className?: string
}

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, hideLegend, name, options, value, onChange, error, className } = props
  const saysId = useId()
  return (
    <fieldset className={cx('min-w-0', className)} aria-describedby={error ? saysId : undefined}>
      <legend className={hideLegend ? 'sr-only' : 'pf-label'}>{legend}</legend>
      <div className="grid grid-cols-1 gap-2">
        {options.map((option) => (
          <label key={option.value} className="pf-radio">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <Icon name={option.icon} />}
            <span className="min-w-0 flex-1">
              <span className="block font-extrabold">{option.title}</span>
              {option.hint && <span className="block text-sm text-ink-2">{option.hint}</span>}
            </span>
            {option.badge && <span className="pf-badge">{option.badge}</span>}
          </label>
        ))}
      </div>
      <div id={saysId} aria-live="polite">
        {error && <Message tone="error">{error}</Message>}
      </div>
    </fieldset>
  )
}
