import { Radio, RadioGroup } from '@headlessui/react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface ChipRadiosProps<Value extends string> {
  label: string
  options: { value: Value; label: ReactNode; count?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** Renders a radio group as a row of chips; one is always selected. Use `Chip` for options that can be deselected. */
export function ChipRadios<Value extends string>(props: ChipRadiosProps<Value>) {
  const { label, options, value, onChange, className } = props
  return (
    <RadioGroup className={cx('pf-chips', className)} aria-label={label} value={value} onChange={onChange}>
      {options.map((option) => (
        <Radio key={option.value} as="div" value={option.value} className="pf-chip cursor-pointer">
          {option.label}
          {option.count !== undefined && <span className="lining-nums">{option.count}</span>}
        </Radio>
      ))}
    </RadioGroup>
  )
}
