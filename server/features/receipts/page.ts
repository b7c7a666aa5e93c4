import type { Language, Money } from '../../../contract/common.ts'
import { escapeHtml } from '../../platform/html.ts'
import { moneyText } from '../../platform/money-text.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const texts: Record<Language, typeof ru> = { ru, en, es }

export interface ReceiptContent {
  readonly language: Language
  readonly seller: string
  readonly orderNumber: string
  readonly invoiceId: string
  readonly email: string
  readonly paidOn: Date
  readonly items: readonly { readonly title: string; readonly price: Money }[]
  /** What the way to pay took off; undefined for nothing. */
  readonly discount: Money | undefined
  readonly total: Money
  readonly paymentType: string
}

/** A receipt as a page that stands alone: no script, nothing loaded, fit for paper. */
export function receiptPage(content: ReceiptContent): string {
  const { language } = content
  const text = texts[language]
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const money = (amount: Money) => escapeHtml(moneyText(amount, language, 2))
  const fact = (name: string, value: string) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`
  const row = (name: string, amount: string) =>
    `<tr><td>${escapeHtml(name)}</td><td class="sum">${amount}</td></tr>`
  const items = content.items.map(({ title, price }) => row(title, money(price))).join('\n')
  const discount = content.discount ? row(text.discount, `−${money(content.discount)}`) : ''
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${text.title} ${content.orderNumber}`)}</title>
<style>
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: #0c0f12; background: #fff }
h1 { font-size: 1.75rem; line-height: 1.1; margin: 0 0 1.5rem }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1.5rem; margin: 0 0 1.5rem }
dt { color: #5a6269 }
dd { margin: 0; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse }
th, td { padding: .5rem 0; border-bottom: 1px solid #d5dad8; text-align: left }
tfoot td { border: 0; font-weight: 700; font-size: 1.25rem }
.sum { text-align: right; white-space: nowrap }
@media print { body { margin: 0 } }
</style>
</head>
<body>
<h1>${escapeHtml(`${text.title} ${content.orderNumber}`)}</h1>
<dl>
${fact(text.seller, content.seller)}
${fact(text.date, `${date.format(content.paidOn)} UTC`)}
${fact(text.invoice, content.invoiceId)}
${fact(text.for, content.email)}
${fact(text.paidBy, content.paymentType)}
</dl>
<table>
<thead><tr><th>${escapeHtml(text.item)}</th><th class="sum">${escapeHtml(text.price)}</th></tr></thead>
<tbody>
${items}
${discount}
</tbody>
<tfoot>${row(text.total, money(content.total))}</tfoot>
</table>
</body>
</html>
`
}
