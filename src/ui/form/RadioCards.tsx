import './radio-cards.css'
import { Description, Radio, RadioGroup } from '@headlessui/react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../Icon.tsx'
import { Message } from './Field.tsx'

export interface RadioCard<Value extends string> {
  value: Value
  title: ReactNode
  hint?: ReactNode
  icon?: IconName
  /** Adds a short text at the right end, such as a discount. */
  badge?: ReactNode
  disabled?: boolean
}

export interface RadioCardsProps<Value extends string> {
  legend: ReactNode
  hideLegend?: boolean
  options: RadioCard<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  error?: ReactNode
  className?: string
}

/** Renders a radio group of cards. The legend names the group, as in any other `fieldset`. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, hideLegend, options, value, onChange, error, className } = props
  return (
    // null, not undefined: the group stays controlled while nothing is chosen
    <RadioGroup
      as="fieldset"
      className={cx('min-w-0', className)}
      value={value ?? null}
      onChange={(chosen: Value | null) => chosen !== null && onChange(chosen)}
    >
      <legend className={hideLegend ? 'sr-only' : 'pf-label'}>{legend}</legend>
      <div className="grid grid-cols-1 gap-2">
        {options.map((option) => (
          <Radio
            key={option.value}
            as="div"
            value={option.value}
            disabled={option.disabled}
            className="pf-radio"
          >
            <span className="pf-radio-dot" />
            {option.icon && <Icon name={option.icon} />}
            <span className="min-w-0 flex-1">
              <span className="block font-extrabold">{option.title}</span>
              {option.hint && <span className="block text-sm text-ink-2">{option.hint}</span>}
            </span>
            {option.badge && <span className="pf-badge">{option.badge}</span>}
          </Radio>
        ))}
      </div>
      <div aria-live="polite">
        {error && (
          <Description as="div">
            <Message tone="error">{error}</Message>
          </Description>
        )}
      </div>
    </RadioGroup>
  )
}
