import { requestForms } from '../../../contract/requests.ts'
import type { Context } from '../../platform/context.ts'
import { escapeHtml } from '../../platform/html.ts'
import { intlFor } from '../../platform/language/catalogue.ts'
import type { RequestRow } from './store.ts'
import { labelOf, sayIn, titleOf } from './words.ts'

export interface RequestLetter {
  readonly to: string
  /** An answer goes to whoever wrote, when an e-mail was given. */
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What the tenant is told of a request, in the tenant's own language; all that a stranger wrote stays text. */
export function requestLetter({ tenant }: Context, request: RequestRow): RequestLetter {
  const { lang } = tenant.settings
  const say = sayIn(lang)
  const { fields, kind } = request
  const title = titleOf(kind, lang)
  const who = fields.name ?? fields.company ?? fields.email ?? fields.phone
  const subject = who === undefined ? title : `${title}: ${who}`
  const given = Object.keys(requestForms[kind]).flatMap((name) => {
    const value = fields[name]
    return value === undefined ? [] : [{ label: labelOf(name, lang), value }]
  })
  const lines = [
    ...given,
    {
      label: say('written'),
      value: intlFor(lang).formatDisplayName(request.language, { type: 'language' }) ?? '',
    },
    { label: say('number'), value: request.id },
  ]
  return {
    to: tenant.mailTo,
    ...(fields.email === undefined ? {} : { replyTo: fields.email }),
    subject,
    text: [title, ...lines.map(({ label, value }) => `${label}: ${value}`), tenant.settings.tenantName].join(
      '\n\n',
    ),
    html: htmlOf({ title, subject, lines, answer: answerTo(fields, say), language: lang }),
  }
}

function answerTo({ email, phone }: Record<string, string>, say: ReturnType<typeof sayIn>) {
  if (email !== undefined) {
    // a question mark in it would begin further recipients
    return { href: `mailto:${encodeURIComponent(email).replace('%40', '@')}`, words: say('answerMail') }
  }
  if (phone !== undefined) return { href: `tel:${phone.replace(/[^\d+]/g, '')}`, words: say('answerCall') }
  return undefined
}

function htmlOf(page: {
  title: string
  subject: string
  lines: readonly { label: string; value: string }[]
  answer: { href: string; words: string } | undefined
  language: string
}): string {
  const safe = escapeHtml
  const rows = page.lines.map(
    ({ label, value }) =>
      `<p style="margin:0 0 16px"><span style="font-size:15px;color:#3f464d">${safe(label)}</span><br><span style="white-space:pre-line">${safe(value)}</span></p>`,
  )
  const answer = page.answer
    ? `<p style="margin:0"><a href="${safe(page.answer.href)}" style="color:#0c0f12;font-weight:700">${safe(page.answer.words)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${page.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${safe(page.subject)}</title></head>
<body style="margin:0;background:#f0f2f1;font:17px/1.45 system-ui,-apple-system,'Segoe UI',Arial,sans-serif;color:#0c0f12">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<div style="background:#ffffff;border-radius:8px;border:1px solid #d5dad8;padding:24px">
<h1 style="margin:0 0 24px;font-size:28px;line-height:1.1">${safe(page.title)}</h1>
${rows.join('\n')}
${answer}
</div></div>
</body>
</html>
`
}
