import { useState } from 'react'
import { Field, type FieldTexts } from './Field.tsx'
import { IconButton } from './IconButton.tsx'

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
  const [typed, setTyped] = useState<string>()
  const [said, setSaid] = useState<number>()
  const set = (wanted: number) => {
    setTyped(undefined)
    const count = Math.min(max, Math.max(min, wanted))
    setSaid(count)
    if (count !== value) onChange(count)
  }
  const commit = () => {
    if (typed === undefined) return
    const wanted = Number.parseInt(typed, 10)
    set(Number.isNaN(wanted) ? value : wanted)
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
            onClick={() => set(value - 1)}
          />
          <input
            {...control}
            className="text-center font-extrabold lining-nums"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={typed ?? String(value)}
            onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
            onBlur={commit}
            onKeyDown={(event) => {
              if (event.key === 'ArrowUp') set(value + 1)
              else if (event.key === 'ArrowDown') set(value - 1)
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
            onClick={() => set(value + 1)}
          />
          {/* announces the new value after a press, not only the button */}
          <output className="sr-only">{said}</output>
        </div>
      )}
    </Field>
  )
}
