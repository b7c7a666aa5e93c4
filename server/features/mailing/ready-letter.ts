import { getFormatter, type LetterContent } from './letter.ts'
import { type Letter, renderLetter } from './render-letter.ts'

export interface ReadyLetterContent
  extends Pick<LetterContent, 'language' | 'tenantName' | 'supportEmail' | 'palette' | 'thumbs'> {
  readonly count: number
  readonly event: { readonly title: string; readonly day: string }
  readonly number: string
  /** H:MM:SS; undefined without a finish. */
  readonly time: string | undefined
  /** Photos of the event: processed, and in all. */
  readonly sorted: { readonly ready: number; readonly all: number }
  /** Current price of all photos, and the saving compared to single photos; undefined when nothing is sold. */
  readonly offer: { readonly sum: string; readonly saved: string | undefined } | undefined
  /** Day on which the runner requested the letter, as text. */
  readonly askedOn: string
  /** Absolute addresses. */
  readonly photosUrl: string
  readonly unsubscribeUrl: string
}

/** Returns the letter to a runner whose photos were found, before any purchase. */
export function createReadyLetter(content: ReadyLetterContent): Letter {
  const format = getFormatter(content.language)
  const { count, event, number, time, sorted, offer, askedOn, photosUrl, unsubscribeUrl } = content
  return renderLetter({
    ...content,
    subject: format('ready.subject', { count, event: event.title }),
    numeral: String(count),
    headline: format(count === 1 ? 'ready.headlineOne' : 'ready.headline'),
    lead: event.title,
    when: event.day,
    action: {
      label: count === 1 ? format('ready.openOne') : format('ready.open', { count }),
      url: photosUrl,
    },
    actionNote: offer && formatPrice(format, count, offer),
    details: [
      { title: format('ready.number'), sum: number },
      ...(time === undefined ? [] : [{ title: format('ready.time'), sum: time }]),
      { title: format('ready.sorted'), sum: format('ready.sortedOf', sorted) },
    ],
    codes: { title: '', list: [] },
    links: [{ title: format('alert.stop'), url: unsubscribeUrl }],
    files: [],
    notes: [
      format('ready.why', { day: askedOn }),
      format('ready.notMe'),
      format('help', { email: content.supportEmail }),
    ],
  })
}

function formatPrice(
  format: ReturnType<typeof getFormatter>,
  count: number,
  { sum, saved }: NonNullable<ReadyLetterContent['offer']>,
): string {
  if (count === 1) return format('ready.priceOne', { sum })
  return saved === undefined ? format('ready.price', { sum }) : format('ready.priceLess', { sum, saved })
}
