import type { OrderItem } from '../../../contract/orders.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { showSnack } from '../../platform/notices/index.ts'
import { Button } from '../../ui/Button.tsx'

interface EventCodes {
  eventId: string
  title: string
  codes: readonly string[]
}

/** Lists purchased gift codes, grouped by the event whose photos they pay for. */
export function GiftCodes({ items }: { items: readonly OrderItem[] }) {
  const text = useText()
  const events = groupByEvent(items)
  const allCodes = events.flatMap(({ codes }) => codes)
  if (allCodes.length === 0) return null
  const copy = async () => {
    await navigator.clipboard.writeText(allCodes.join('\n'))
    showSnack({ text: text('orders.codes.copied', { count: allCodes.length }) })
  }
  // the clipboard needs https; without it a code can still be selected
  const canCopy = 'clipboard' in navigator
  return (
    <section className="mt-4" aria-labelledby="codes">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-2">
        <h2 id="codes" className="title">
          <Text id="orders.codes" values={{ count: allCodes.length }} />
        </h2>
        {canCopy && (
          <Button kind="sub" size="sm" onClick={() => void copy()}>
            <Text id="orders.codes.copy" values={{ count: allCodes.length }} />
          </Button>
        )}
      </div>
      <p className="pb-3 text-sm text-ink-2">
        <Text id="orders.codes.use" />
      </p>
      {events.map(({ eventId, title, codes }) => (
        <div key={eventId} className="pb-4">
          {title && <h3 className="pb-2 text-sm font-semibold text-ink-2">{title}</h3>}
          <ul className="border-b border-line" aria-label={title || undefined}>
            {codes.map((code) => (
              <li
                key={code}
                className="border-t border-line py-3 font-extrabold break-all lining-nums select-all"
              >
                {code}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function groupByEvent(items: readonly OrderItem[]): EventCodes[] {
  const events = new Map<string, EventCodes>()
  for (const { codes = [], event } of items) {
    const group = events.get(event?.eventId ?? '')
    if (codes.length === 0) continue
    events.set(event?.eventId ?? '', {
      eventId: event?.eventId ?? '',
      title: event?.title ?? '',
      codes: [...(group?.codes ?? []), ...codes],
    })
  }
  return [...events.values()]
}
