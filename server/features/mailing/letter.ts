import type { Language } from '../../../contract/common.ts'
import type { Coat } from '../../platform/coat.ts'
import { escapeHtml } from '../../platform/html.ts'
import { createCatalogue } from '../../platform/language/catalogue.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const sayIn = createCatalogue({ ru, en, es })

/** Of a paid order, of one that waits for its photos, of one of gift codes alone, or of photos that came later. */
export type LetterKind = 'purchase' | 'preorder' | 'gifts' | 'more'

const words = {
  purchase: { subject: 'subject', headline: 'headline' },
  preorder: { subject: 'subjectPreorder', headline: 'headlinePreorder' },
  gifts: { subject: 'subjectGifts', headline: 'headlineGifts' },
  more: { subject: 'subjectMore', headline: 'headlineMore' },
} as const

export interface LetterContent {
  readonly kind: LetterKind
  readonly language: Language
  readonly tenantName: string
  readonly supportEmail: string
  readonly coat: Coat
  readonly orderNumber: string
  readonly total: string
  /** Absolute address of the order's page. */
  readonly orderUrl: string
  readonly items: readonly string[]
  /** Absolute addresses that stay good; the first of all there are. */
  readonly files: readonly { readonly fileName: string; readonly url: string }[]
  readonly filesCount: number
  /** Gift codes that were bought, and for the photos of which event. */
  readonly codes: readonly { readonly code: string; readonly event: string }[]
}

/** What stands in a letter, in the order of its reading. */
interface Page {
  readonly language: Language
  readonly tenantName: string
  readonly coat: Coat
  readonly subject: string
  readonly headline: string
  readonly lead: string
  readonly items: readonly string[]
  readonly action: { readonly label: string; readonly url: string }
  readonly codes: { readonly title: string; readonly list: readonly { code: string; event: string }[] }
  readonly files: { readonly title: string; readonly list: readonly { fileName: string; url: string }[] }
  readonly notes: readonly string[]
}

/** A letter about a completed order: subject, plain text, and HTML that loads nothing from anywhere. */
export function orderLetter(content: LetterContent): Letter {
  const say = sayIn(content.language)
  const { kind, orderNumber: number, total, orderUrl, files, filesCount, codes } = content
  const count = kind === 'gifts' ? codes.length : filesCount
  const filesMore = filesCount - files.length
  return letterOf({
    ...content,
    subject: say(words[kind].subject, { number, count }),
    headline: say(words[kind].headline, { count }),
    lead: say('order', { number, total }),
    // of a pre-order there is nothing to download yet
    action: { label: say(kind === 'gifts' || kind === 'preorder' ? 'openOrder' : 'open'), url: orderUrl },
    codes: { title: say('codes'), list: codes },
    files: { title: say('files'), list: files },
    notes: [
      ...(filesMore > 0 ? [say('more', { count: filesMore })] : []),
      ...(kind === 'preorder' ? [say('later')] : []),
      ...(codes.length > 0 ? [say('codesUse')] : []),
      say('keep'),
      say('help', { email: content.supportEmail }),
    ],
  })
}

/** A letter to somebody who is given a code: what it is for, where to go, how to use it. */
export function giftLetter(
  content: Pick<LetterContent, 'language' | 'tenantName' | 'supportEmail' | 'coat'> & {
    readonly code: string
    readonly event: string
    /** Absolute address of the event's page. */
    readonly eventUrl: string
  },
): Letter {
  const say = sayIn(content.language)
  const { code, event, eventUrl } = content
  return letterOf({
    ...content,
    subject: say('subjectGift', { event }),
    headline: say('headlineGift'),
    lead: say('leadGift', { event }),
    items: [],
    action: { label: say('openEvent'), url: eventUrl },
    codes: { title: say('codeYours'), list: [{ code, event }] },
    files: { title: '', list: [] },
    notes: [say('codesUse'), say('help', { email: content.supportEmail })],
  })
}

/** A letter about money that has gone back. */
export function refundLetter(
  content: Pick<
    LetterContent,
    'language' | 'tenantName' | 'supportEmail' | 'coat' | 'orderNumber' | 'orderUrl'
  > & {
    /** What went back. */
    readonly amount: string
    /** Absolute address of its receipt. */
    readonly receiptUrl: string | undefined
  },
): Letter {
  const say = sayIn(content.language)
  const { orderNumber: number, amount, orderUrl, receiptUrl } = content
  return letterOf({
    ...content,
    subject: say('subjectRefund', { number, amount }),
    headline: say('headlineRefund'),
    lead: say('leadRefund', { number, amount }),
    items: [],
    action: { label: say('openOrder'), url: orderUrl },
    codes: { title: '', list: [] },
    files: {
      title: say('receipts'),
      list: receiptUrl === undefined ? [] : [{ fileName: say('receiptRefund'), url: receiptUrl }],
    },
    notes: [say('refundWhen'), say('help', { email: content.supportEmail })],
  })
}

export interface Letter {
  subject: string
  text: string
  html: string
}

function letterOf(page: Page): Letter {
  const { subject, headline, lead, items, action, codes, files, notes, tenantName } = page
  const text = [
    headline,
    lead,
    items.map((item) => `– ${item}`).join('\n'),
    [
      ...(codes.list.length > 0 ? [`${codes.title}:`] : []),
      ...codes.list.map(({ code, event }) => `${code} (${event})`),
    ].join('\n'),
    `${action.label}: ${action.url}`,
    files.list.map(({ fileName, url }) => `${fileName}: ${url}`).join('\n'),
    ...notes,
    tenantName,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  return { subject, text, html: htmlOf(page) }
}

function htmlOf(page: Page): string {
  const { coat, items, codes, files, action } = page
  const safe = escapeHtml
  const part = (title: string, list: readonly string[]) =>
    list.length === 0
      ? ''
      : `<p style="margin:0 0 8px;font-weight:700">${safe(title)}</p><ul style="margin:0 0 16px;padding-left:20px">${list.join('')}</ul>`
  const fileList = files.list.map(
    ({ fileName, url }) =>
      `<li><a href="${safe(url)}" style="display:inline-block;padding:6px 0;color:#0c0f12">${safe(fileName)}</a></li>`,
  )
  const codeList = codes.list.map(
    ({ code, event }) =>
      `<li style="margin:0 0 8px"><b style="font-size:20px;letter-spacing:.04em">${safe(code)}</b><br><span style="font-size:15px;color:#3f464d">${safe(event)}</span></li>`,
  )
  const itemList =
    items.length === 0
      ? ''
      : `<ul style="margin:0 0 24px;padding-left:20px">${items.map((item) => `<li>${safe(item)}</li>`).join('')}</ul>`
  return `<!doctype html>
<html lang="${page.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${safe(page.subject)}</title></head>
<body style="margin:0;background:#f0f2f1;font:17px/1.45 system-ui,-apple-system,'Segoe UI',Arial,sans-serif;color:#0c0f12">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<div style="background:#ffffff;border-radius:8px;border:1px solid #d5dad8">
<div style="background:${safe(coat.strip)};color:#ffffff;border-radius:8px 8px 0 0;padding:12px 24px;font-weight:800">${safe(page.tenantName)}</div>
<div style="padding:24px">
<h1 style="margin:0 0 8px;padding-left:16px;border-left:6px solid ${safe(coat.accent)};font-size:28px;line-height:1.1;text-wrap:balance">${safe(page.headline)}</h1>
<p style="margin:0 0 16px">${safe(page.lead)}</p>
${itemList}
${part(codes.title, codeList)}
<p style="margin:0 0 24px"><a href="${safe(action.url)}" style="display:inline-block;background:${safe(coat.accent)};color:${safe(coat.onAccent)};font-weight:700;text-decoration:none;padding:16px 24px;border-radius:10px;text-align:center">${safe(action.label)}</a></p>
${part(files.title, fileList)}
${page.notes.map((note) => `<p style="margin:0 0 12px;font-size:15px;color:#3f464d">${safe(note)}</p>`).join('\n')}
</div></div></div>
</body>
</html>
`
}
