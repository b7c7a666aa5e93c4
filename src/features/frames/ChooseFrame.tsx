import type { Product } from '../../../contract/catalog.ts'
import { Text } from '../../platform/language/index.ts'

interface Props {
  frames: readonly Product[]
  value: string
  onChange: (frameId: string) => void
}

/** The frames of an event, empty, to choose from. */
export function ChooseFrame({ frames, value, onChange }: Props) {
  return (
    <fieldset className="mb-6 min-w-0">
      <legend className="pf-label">
        <Text id="frames.frame" />
      </legend>
      <div className="grid grid-cols-2 gap-2">
        {frames.map(
          ({ frame }) =>
            frame && (
              <label key={frame.frameId} className="pf-pick-frame">
                <input
                  type="radio"
                  name="frame"
                  className="sr-only"
                  checked={frame.frameId === value}
                  onChange={() => onChange(frame.frameId)}
                />
                <img src={frame.image} alt="" loading="lazy" />
                <span className="text-sm font-semibold">{frame.title}</span>
              </label>
            ),
        )}
      </div>
    </fieldset>
  )
}
