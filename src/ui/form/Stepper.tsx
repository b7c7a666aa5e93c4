import { useState } from 'react'
import { IconButton } from '../IconButton.tsx'
import { Field, type FieldTexts } from './Field.tsx'

export interface StepperProps extends Pick<FieldTexts, 'label' | 'hideLabel' | 'hint' | 'error'> {
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  lessLabel: string
  moreLabel: string
  className?: string
}

/** Renders a number input with a button at each end. Typed text is applied on blur, clamped to the bounds. */
export function Stepper(props: StepperProps) {
  const { value, min, max, onChange, lessLabel, moreLabel, className, ...texts } = props
  const [typedText, setTypedText] = useState<string>()
  const [announcedValue, setAnnouncedValue] = useState<number>()
  const changeValue = (newValue: number) => {
    setTypedText(undefined)
    const count = Math.min(max, Math.max(min, newValue))
    setAnnouncedValue(count)
    if (count !== value) onChange(count)
  }
  const commit = () => {
    if (typedText === undefined) return
    const newValue = Number.parseInt(typedText, 10)
    changeValue(Number.isNaN(newValue) ? value : newValue)
  }
  return (
    <Field {...texts} className={className}>
      {(control) => (
        <div className="pf-input w-44 px-1!">
          <IconButton
            icon="minus"
            label={lessLabel}
            aria-disabled={value <= min || undefined}
            className={value <= min ? 'opacity-40' : undefined}
            onClick={() => changeValue(value - 1)}
          />
          <input
            {...control}
            className="text-center font-extrabold lining-nums"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={typedText ?? String(value)}
            onChange={(event) => setTypedText(event.target.value.replace(/\D/g, ''))}
            onBlur={commit}
            onKeyDown={(event) => {
              if (event.key === 'ArrowUp') changeValue(value + 1)
              else if (event.key === 'ArrowDown') changeValue(value - 1)
              else if (event.key === 'Enter') commit()
              else return
              event.preventDefault()
            }}
          />
          <IconButton
            icon="plus"
            label={moreLabel}
            aria-disabled={value >= max || undefined}
            className={value >= max ? 'opacity-40' : undefined}
            onClick={() => changeValue(value + 1)}
          />
          {/* announces the new value after a press, not only the button */}
          <output className="sr-only">{announcedValue}</output>
        </div>
      )}
    </Field>
  )
}
