import type { Demo } from '../../../contract/demo.ts'
import { encodePart } from '../../../contract/uri.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { Chip } from '../../ui/Chip.tsx'
import { DemoSection } from './DemoSection.tsx'

/** Lists start numbers, each with a link to its search results. */
export function StartNumbers({ demo }: { demo: Demo }) {
  const text = useText()
  return (
    <DemoSection titleId="demo.numbers" noteId="demo.numbers.note">
      {demo.events.map((event) => (
        <div key={event.eventId} className="mb-5">
          <h3 className="mb-2 text-sm font-semibold text-ink-2">{event.title}</h3>
          <ul className="flex flex-wrap gap-2">
            {demo.numbers
              .filter((number) => number.eventId === event.eventId)
              .map(({ number, runner, hasVideo }) => (
                <li key={number}>
                  <Chip
                    href={`/search/${event.eventId}/${encodePart(number)}`}
                    icon={hasVideo ? 'play' : undefined}
                    aria-label={text(hasVideo ? 'demo.numbers.withVideo' : 'demo.numbers.of', {
                      number,
                      runner,
                    })}
                  >
                    <b className="lining-nums">{number}</b> <span className="text-ink-2">{runner}</span>
                  </Chip>
                </li>
              ))}
          </ul>
        </div>
      ))}
      <p className="text-sm text-ink-2">
        <Text id="demo.numbers.video" />
      </p>
    </DemoSection>
  )
}
