import type { Language } from '../../../contract/common.ts'
import type { DocumentPalette } from '../../platform/document-palette.ts'
import { escapeHtml } from '../../platform/html.ts'
import type { RequestLetterContent } from '../requests/index.ts'

export interface Letter {
  subject: string
  text: string
  html: string
}

export interface PricedLine {
  readonly title: string
  readonly sum: string
}

/** Parts of a letter in reading order. */
export interface LetterPage {
  readonly language: Language
  readonly tenantName: string
  readonly palette: DocumentPalette
  readonly subject: string
  /** Large numeral before the headline. */
  readonly numeral?: string
  readonly headline: string
  /** Bold beginning of the lead. */
  readonly order?: string
  readonly lead: string
  /** Below the lead, less prominent. */
  readonly when?: string | undefined
  readonly thumbs?: readonly Thumb[]
  readonly action: { readonly label: string; readonly url: string }
  /** Below the action: what its product costs, or how large the files behind it are. */
  readonly actionNote?: string | undefined
  /** Text that a user entered, with its line breaks. */
  readonly fields?: RequestLetterContent['fields']
  /** Facts, one per line. */
  readonly details?: readonly PricedLine[]
  readonly sums?: readonly PricedLine[]
  readonly paid?: PricedLine
  readonly codes: { readonly title: string; readonly list: readonly { code: string; event: string }[] }
  readonly links: readonly Link[]
  /** Plain text only: the HTML has its button. */
  readonly files: readonly Link[]
  readonly refund?: { readonly question: string; readonly answer: string }
  readonly notes: readonly string[]
  readonly foot?: { readonly seller: string; readonly links: readonly Link[] }
}

/** A picture that is attached to the letter. */
export interface Thumb {
  readonly cid: string
  readonly alt: string
}

interface Link {
  readonly title: string
  readonly url: string
}

/** Renders a letter in the tenant's design: plain text, and HTML without external resources. */
export function renderLetter(page: LetterPage): Letter {
  const {
    subject,
    numeral = '',
    actionNote = '',
    details = [],
    fields = [],
    headline,
    order,
    lead,
    when,
    action,
    codes,
    files,
    notes,
    tenantName,
  } = page
  const { sums = [], paid, links, refund, foot } = page
  const text = [
    `${numeral} ${headline}`.trim(),
    [[order, lead].filter(Boolean).join(' · '), when].filter(Boolean).join('\n'),
    [
      ...(codes.list.length > 0 ? [`${codes.title}:`] : []),
      ...codes.list.map(({ code, event }) => `${code} (${event})`),
    ].join('\n'),
    fields.map(({ label, value }) => `${label}: ${value}`).join('\n\n'),
    `${action.label}: ${action.url}`,
    actionNote,
    details.map(({ title, sum }) => `${title}: ${sum}`).join('\n'),
    [...sums, ...(paid ? [paid] : [])].map(({ title, sum }) => `${title}: ${sum}`).join('\n'),
    links.map(({ title, url }) => `${title}: ${url}`).join('\n'),
    files.map(({ title, url }) => `${title}: ${url}`).join('\n'),
    refund ? `${refund.question} ${refund.answer}` : '',
    ...notes,
    foot ? [foot.seller, ...foot.links.map(({ title, url }) => `${title}: ${url}`)].join('\n') : '',
    tenantName,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  return { subject, text, html: renderHtml(page) }
}

const displayFont = "font-family:'Arial Narrow',Arial,sans-serif;font-weight:900;text-transform:uppercase"

/** Mail clients support style sheets partly: essential styles are inline, these only adapt them. */
const adaptiveStyles = `a{color:#0c0f12}
@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}.out{padding:0!important}.card{border-radius:0!important}.thumb{width:50%!important}.h1{font-size:40px!important}}
@media (prefers-color-scheme:dark){.page{background:#0c0f12!important}.card{background:#171b1f!important}.ink,.ink a,.pad a.ink{color:#f0f2f1!important}.quiet,.quiet a{color:#b4bcc2!important}.line{border-color:#3a4147!important}}`

function renderHtml(page: LetterPage): string {
  const {
    palette,
    codes,
    action,
    thumbs = [],
    sums = [],
    details = [],
    fields = [],
    paid,
    links,
    refund,
    foot,
  } = page
  const safe = escapeHtml
  const renderRow = (content: string, isLined = true) =>
    content === ''
      ? ''
      : `<tr><td class="pad ink line" style="padding:16px 32px;${isLined ? 'border-top:1px solid #d5dad8' : ''}">${content}</td></tr>`
  const link = ({ title, url }: Link) =>
    `<a href="${safe(url)}" class="ink" style="color:#0c0f12;text-decoration:underline">${safe(title)}</a>`
  const pictures = thumbs.map(
    ({ cid, alt }) =>
      `<!--[if mso]><td width="25%"><![endif]--><div class="thumb" style="display:inline-block;width:25%;box-sizing:border-box;padding:2px;vertical-align:top"><a href="${safe(action.url)}"><img src="cid:${safe(cid)}" width="136" alt="${safe(alt)}" style="display:block;width:100%;height:auto;border:0;border-radius:3px;font-size:14px;line-height:1.3"></a></div><!--[if mso]></td><![endif]-->`,
  )
  const codeList = codes.list.map(
    ({ code, event }) =>
      `<p style="margin:8px 0 0"><b style="font-size:20px;letter-spacing:.04em">${safe(code)}</b><br><span class="quiet" style="font-size:15px;color:#3f464d">${safe(event)}</span></p>`,
  )
  const sumRow = ({ title, sum }: PricedLine, style = 'border-bottom:1px solid #d5dad8') =>
    `<tr><td class="line quiet" style="padding:8px 0;color:#3f464d;${style}">${safe(title)}</td><td class="line ink" align="right" style="padding:8px 0 8px 16px;white-space:nowrap;${style}">${safe(sum)}</td></tr>`
  const paidRow = paid
    ? `<tr><td class="line" style="padding:8px 0;border-top:2px solid #0c0f12;font-size:18px"><b>${safe(paid.title)}</b></td><td class="line" align="right" style="padding:8px 0 8px 16px;white-space:nowrap;border-top:2px solid #0c0f12;font-size:18px"><b>${safe(paid.sum)}</b></td></tr>`
    : ''
  const billTable = paid
    ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:16px">${sums.map((line) => sumRow(line)).join('')}${paidRow}</table>`
    : ''
  const detailsTable =
    details.length > 0
      ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:16px">${details.map((line) => sumRow(line)).join('')}</table>`
      : ''
  const fieldBlocks = fields.map(
    ({ label, value }) =>
      `<p style="margin:0 0 16px"><span class="quiet" style="font-size:15px;color:#3f464d">${safe(label)}</span><br><span style="white-space:pre-line">${safe(value)}</span></p>`,
  )
  const actionNote = page.actionNote
    ? `<tr><td class="pad ink" align="center" style="padding:0 32px 24px">${safe(page.actionNote)}</td></tr>`
    : ''
  const numeral = page.numeral
    ? `<span style="font-size:1.8em;line-height:.8">${safe(page.numeral)}</span> `
    : ''
  const lead = [page.order ? `<b>${safe(page.order)}</b>` : '', safe(page.lead)]
    .filter((part) => part !== '')
    .join(' · ')
  const when = page.when ? `<br><span class="quiet" style="color:#3f464d">${safe(page.when)}</span>` : ''
  return `<!doctype html>
<html lang="${page.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${safe(page.subject)}</title>
<style>${adaptiveStyles}</style></head>
<body class="page ink" style="margin:0;background:#f0f2f1;color:#0c0f12;font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:17px;line-height:1.42">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;background:#f0f2f1"><tr><td class="out" align="center" style="padding:24px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:608px;background:#ffffff;border-radius:8px;border-collapse:separate;overflow:hidden;text-align:left">
<tr><td class="pad" style="background:${safe(palette.strip)};padding:14px 32px;color:#ffffff;${displayFont};font-size:26px;line-height:1">${safe(page.tenantName)}</td></tr>
${renderRow(
  `<h1 class="h1" style="margin:12px 0 0;${displayFont};font-size:50px;line-height:.96;border-left:5px solid ${safe(palette.accent)};padding-left:14px">${numeral}${safe(page.headline)}</h1><p style="margin:16px 0 0">${lead}${when}</p>`,
  false,
)}
${pictures.length > 0 ? `<tr><td class="pad" style="padding:2px 30px"><!--[if mso]><table role="presentation" width="100%"><tr><![endif]--><div style="font-size:0;line-height:0">${pictures.join('')}</div><!--[if mso]></tr></table><![endif]--></td></tr>` : ''}
${renderRow(codes.list.length > 0 ? `<b>${safe(codes.title)}</b>${codeList.join('')}` : '', false)}
${renderRow(fieldBlocks.join('\n'), false)}
<tr><td class="pad" style="padding:8px 32px 24px"><a href="${safe(action.url)}" style="display:block;background:${safe(palette.accent)};color:${safe(palette.onAccent)};font-weight:700;text-decoration:none;padding:16px 24px;border-radius:10px;text-align:center">${safe(action.label)}</a></td></tr>
${actionNote}
${renderRow(detailsTable)}
${renderRow([billTable, ...links.map((each) => `<p style="margin:16px 0 0"><b>${link(each)}</b></p>`)].join(''))}
${renderRow(refund ? `<b>${safe(refund.question)}</b> ${safe(refund.answer)}` : '')}
${renderRow(page.notes.map((note) => `<p class="quiet" style="margin:0 0 12px;font-size:14px;color:#3f464d">${safe(note)}</p>`).join('\n'))}
${renderRow(foot ? `<p class="quiet" style="margin:0;font-size:14px;color:#3f464d">${safe(foot.seller)}<br>${foot.links.map(link).join(' · ')}</p>` : '')}
</table></td></tr></table>
</body>
</html>
`
}
