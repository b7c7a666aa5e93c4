import { type Letter, type LetterContent, renderLetter, sayIn } from './letter.ts'

export interface ReadyContent
  extends Pick<LetterContent, 'language' | 'tenantName' | 'supportEmail' | 'coat' | 'thumbs'> {
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
export function readyLetter(content: ReadyContent): Letter {
  const say = sayIn(content.language)
  const { count, event, number, time, sorted, offer, askedOn, photosUrl, unsubscribeUrl } = content
  return renderLetter({
    ...content,
    subject: say('ready.subject', { count, event: event.title }),
    numeral: String(count),
    headline: say(count === 1 ? 'ready.headlineOne' : 'ready.headline'),
    lead: event.title,
    when: event.day,
    action: {
      label: count === 1 ? say('ready.openOne') : say('ready.open', { count }),
      url: photosUrl,
    },
    price: offer && priceText(say, count, offer),
    details: [
      { title: say('ready.number'), sum: number },
      ...(time === undefined ? [] : [{ title: say('ready.time'), sum: time }]),
      { title: say('ready.sorted'), sum: say('ready.sortedOf', sorted) },
    ],
    codes: { title: '', list: [] },
    links: [{ title: say('alert.stop'), url: unsubscribeUrl }],
    files: [],
    notes: [
      say('ready.why', { day: askedOn }),
      say('ready.notMe'),
      say('help', { email: content.supportEmail }),
    ],
  })
}

function priceText(
  say: ReturnType<typeof sayIn>,
  count: number,
  { sum, saved }: NonNullable<ReadyContent['offer']>,
): string {
  if (count === 1) return say('ready.priceOne', { sum })
  return saved === undefined ? say('ready.price', { sum }) : say('ready.priceLess', { sum, saved })
}
