import type { Language } from '../../../contract/common.ts'
import { escapeHtml } from '../../platform/html.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const texts: Record<Language, typeof ru> = { ru, en, es }

/** Of a paid order, of a paid order that waits for its photos, or of photos that came later. */
export type LetterKind = 'purchase' | 'preorder' | 'more'

const words = {
  purchase: { subject: 'subject', headline: 'headline' },
  preorder: { subject: 'subjectPreorder', headline: 'headlinePreorder' },
  more: { subject: 'subjectMore', headline: 'headlineMore' },
} as const

export interface LetterContent {
  readonly kind: LetterKind
  readonly language: Language
  readonly tenantName: string
  readonly supportEmail: string
  readonly accent: string
  readonly orderNumber: string
  readonly total: string
  /** Absolute address of the order's page. */
  readonly orderUrl: string
  readonly items: readonly string[]
  /** Absolute addresses that stay good; the first of all there are. */
  readonly files: readonly { readonly fileName: string; readonly url: string }[]
  readonly filesCount: number
}

/** A letter about a completed order: subject, plain text, and HTML that loads nothing from anywhere. */
export function orderLetter(content: LetterContent): { subject: string; text: string; html: string } {
  const say = (key: keyof typeof ru, values: Record<string, string | number> = {}) =>
    texts[content.language][key].replace(/\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? ''))
  const { kind, orderNumber: number, total, orderUrl, items, files, filesCount } = content
  const subject = say(words[kind].subject, { number, count: filesCount })
  const headline = say(words[kind].headline, { count: filesCount })
  const filesMore = filesCount - files.length
  const order = say('order', { number, total })
  const notes = [
    ...(filesMore > 0 ? [say('more', { count: filesMore })] : []),
    ...(kind === 'preorder' ? [say('later')] : []),
    say('keep'),
    say('help', { email: content.supportEmail }),
  ]
  const text = [
    headline,
    order,
    items.map((item) => `– ${item}`).join('\n'),
    `${say('open')}: ${orderUrl}`,
    files.map(({ fileName, url }) => `${fileName}: ${url}`).join('\n'),
    ...notes,
    content.tenantName,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  return { subject, text, html: page({ ...content, subject, headline, order, notes, say }) }
}

function page(
  letter: LetterContent & {
    subject: string
    headline: string
    order: string
    notes: readonly string[]
    say: (key: 'open' | 'files') => string
  },
): string {
  const { accent, files, say } = letter
  const safe = escapeHtml
  const list = files
    .map(({ fileName, url }) => `<li><a href="${safe(url)}" style="color:#0c0f12">${safe(fileName)}</a></li>`)
    .join('')
  return `<!doctype html>
<html lang="${letter.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${safe(letter.subject)}</title></head>
<body style="margin:0;background:#f0f2f1;font:17px/1.45 system-ui,-apple-system,'Segoe UI',Arial,sans-serif;color:#0c0f12">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<div style="background:#ffffff;border-radius:8px;border:1px solid #d5dad8">
<div style="background:#0c0f12;color:#ffffff;border-radius:8px 8px 0 0;padding:12px 24px;font-weight:800">${safe(letter.tenantName)}</div>
<div style="padding:24px">
<h1 style="margin:0 0 8px;padding-left:16px;border-left:6px solid ${safe(accent)};font-size:28px;line-height:1.1">${safe(letter.headline)}</h1>
<p style="margin:0 0 16px">${safe(letter.order)}</p>
<ul style="margin:0 0 24px;padding-left:20px">${letter.items.map((item) => `<li>${safe(item)}</li>`).join('')}</ul>
<p style="margin:0 0 24px"><a href="${safe(letter.orderUrl)}" style="display:inline-block;background:${safe(accent)};color:#ffffff;font-weight:700;text-decoration:none;padding:16px 24px;border-radius:10px">${safe(say('open'))}</a></p>
${list === '' ? '' : `<p style="margin:0 0 8px;font-weight:700">${safe(say('files'))}</p><ul style="margin:0 0 16px;padding-left:20px">${list}</ul>`}
${letter.notes.map((note) => `<p style="margin:0 0 12px;font-size:15px;color:#3f464d">${safe(note)}</p>`).join('\n')}
</div></div></div>
</body>
</html>
`
}
