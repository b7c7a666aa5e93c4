import type { Language, Money } from '../../../contract/common.ts'
import type { Coat } from '../../platform/coat.ts'
import { escapeHtml } from '../../platform/html.ts'
import { intlFor } from '../../platform/language/catalogue.ts'
import { moneyText } from '../../platform/language/money-text.ts'
import { sayIn } from './words.ts'

export interface ReceiptContent {
  readonly kind: 'payment' | 'refund'
  readonly language: Language
  /** What buyers know the seller by. */
  readonly brand: string
  /** The seller's colours. */
  readonly coat: Coat
  readonly seller: string
  readonly orderNumber: string
  readonly email: string
  /** When the money came, or went back. */
  readonly on: Date
  readonly items: readonly { readonly title: string; readonly price: Money }[]
  /** What the way to pay took off; undefined for nothing. */
  readonly discount: Money | undefined
  readonly total: Money
  /** How it was paid, and goes back. */
  readonly paymentType: string
}

const words = {
  payment: { title: 'title', date: 'date', total: 'total', way: 'paidBy' },
  refund: { title: 'refund.title', date: 'refund.date', total: 'refund.total', way: 'refund.way' },
} as const

/** A receipt as a page that stands alone: no script, nothing loaded, fit for paper. */
export function receiptPage(content: ReceiptContent): string {
  const { language } = content
  const say = sayIn(language)
  const own = words[content.kind]
  const date = intlFor(language).formatDate(content.on, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const money = (amount: Money) => escapeHtml(moneyText(amount, language, 2))
  const fact = (name: string, value: string) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`
  const row = (name: string, amount: string) =>
    `<tr><td>${escapeHtml(name)}</td><td class="sum">${amount}</td></tr>`
  const items = content.items.map(({ title, price }) => row(title, money(price))).join('\n')
  const discount = content.discount ? row(say('discount'), `−${money(content.discount)}`) : ''
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${say(own.title)} ${content.orderNumber}`)}</title>
<style>
body { margin: 0; padding: 24px 16px; font: 17px/1.45 system-ui, -apple-system, 'Segoe UI', Arial, sans-serif; color: #0c0f12; background: #f0f2f1 }
main { max-width: 40rem; margin: 0 auto; border: 1px solid #d5dad8; border-radius: 8px; background: #fff }
.brand { margin: 0; padding: 12px 24px; border-radius: 7px 7px 0 0; background: ${escapeHtml(content.coat.strip)}; color: #fff; font-weight: 800 }
.paper { padding: 24px }
h1 { margin: 0 0 24px; padding-left: 16px; border-left: 6px solid ${escapeHtml(content.coat.accent)}; font-size: 28px; line-height: 1.1; text-wrap: balance }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 24px; margin: 0 0 24px; font-size: 15px }
dt { color: #5a6269 }
dd { margin: 0; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: 10px 0; border-bottom: 1px solid #d5dad8; text-align: left; vertical-align: top }
th { font-size: 15px }
tbody tr:last-child td { border: 0 }
tfoot td { padding-top: 14px; border: 0; border-top: 2px solid #0c0f12; font-weight: 800; font-size: 24px; line-height: 1.1 }
.sum { padding-left: 16px; text-align: right; white-space: nowrap }
@media (max-width: 480px) { body { padding: 12px } .brand { padding-inline: 16px } .paper { padding: 20px 16px } dl { display: block } dd { margin-bottom: 8px } tfoot td { font-size: 20px } tfoot .sum { padding-left: 8px } }
@media print { body { padding: 0; background: none } main { border: 0 } .brand { border-bottom: 2px solid; border-radius: 0; background: none; color: #0c0f12 } }
</style>
</head>
<body>
<main>
<p class="brand">${escapeHtml(content.brand)}</p>
<div class="paper">
<h1>${escapeHtml(`${say(own.title)} ${content.orderNumber}`)}</h1>
<dl>
${fact(say('seller'), content.seller)}
${fact(say(own.date), `${date} UTC`)}
${fact(say('invoice'), content.orderNumber)}
${fact(say('for'), content.email).replace('@', '@<wbr>')}
${fact(say(own.way), content.paymentType)}
</dl>
<table>
<thead><tr><th>${escapeHtml(say('item'))}</th><th class="sum">${escapeHtml(say('price'))}</th></tr></thead>
<tbody>
${items}
${discount}
</tbody>
<tfoot>${row(say(own.total), money(content.total))}</tfoot>
</table>
</div>
</main>
</body>
</html>
`
}
