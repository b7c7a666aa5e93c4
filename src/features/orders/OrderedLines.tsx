import type { OrderItem } from '../../../contract/orders.ts'
import { formatPlaceAndTime } from '../../lib/format/place-and-time.ts'
import { formatDay } from '../../lib/format/time.ts'
import { Text, useLanguage } from '../../platform/language/index.ts'
import { Sum } from '../../platform/money/index.ts'

/** Lists the ordered items, one per line, each with its state. */
export function OrderedLines({ items }: { items: readonly OrderItem[] }) {
  return (
    <section aria-labelledby="ordered" className="mt-2 mb-4">
      <h2 id="ordered" className="title pt-2 pb-3">
        <Text id="orders.ordered" />
      </h2>
      <ul className="border-b border-line">
        {items.map((item) => (
          <li
            key={item.orderItemId}
            className="flex items-center justify-between gap-4 border-t border-line py-3"
          >
            <span className="min-w-0">
              <span className="block font-semibold">
                <LineTitle item={item} />
              </span>
              <span className="block text-sm text-ink-2 lining-nums">
                <LineState item={item} />
              </span>
            </span>
            <b className="font-extrabold whitespace-nowrap">
              <Sum amount={item.totalPrice} />
            </b>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows place and time of a single photo, e.g. `Финиш, 18:52`; of any other item the title of its product. */
function LineTitle({ item: { taken, product } }: { item: OrderItem }) {
  const { language } = useLanguage()
  const name = taken ? formatPlaceAndTime(taken, language) : ''
  if (name === '') return product.title
  return product.productType === 'frame' ? <Text id="orders.file.inFrame" values={{ name }} /> : name
}

function LineState({ item }: { item: OrderItem }) {
  const { language } = useLanguage()
  const { downloads = [], preparing = 0, codes = [], waitsUntil } = item
  if (preparing > 0) return <Text id="orders.line.preparing" values={{ count: preparing }} />
  if (downloads.length > 0) return <Text id="orders.line.ready" values={{ count: downloads.length }} />
  if (codes.length > 0) return <Text id="orders.line.codes" values={{ count: codes.length }} />
  if (waitsUntil) return <Text id="orders.line.waits" values={{ day: formatDay(waitsUntil, language) }} />
  return <Text id="orders.line.waitsForPhotos" />
}
