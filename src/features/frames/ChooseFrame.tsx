import { Radio, RadioGroup } from '@headlessui/react'
import type { Product } from '../../../contract/catalog.ts'
import { Text } from '../../platform/language/index.ts'

interface Props {
  frames: readonly Product[]
  value: string
  onChange: (frameId: string) => void
}

/** Offers the empty frames of an event to choose from. */
export function ChooseFrame({ frames, value, onChange }: Props) {
  return (
    <RadioGroup as="fieldset" className="mb-6 min-w-0" value={value} onChange={onChange}>
      <legend className="pf-label">
        <Text id="frames.frame" />
      </legend>
      <div className="grid grid-cols-2 gap-2">
        {frames.map(
          ({ frame }) =>
            frame && (
              <Radio key={frame.frameId} as="div" value={frame.frameId} className="pf-pick-frame">
                <img src={frame.image} alt="" loading="lazy" />
                <span className="text-sm font-semibold">{frame.title}</span>
              </Radio>
            ),
        )}
      </div>
    </RadioGroup>
  )
}
