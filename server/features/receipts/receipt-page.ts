import type { Language, Money } from '../../../contract/common.ts'
import type { Seller } from '../../../contract/settings.ts'
import type { DocumentPalette } from '../../platform/document-palette.ts'
import { escapeHtml } from '../../platform/html.ts'
import { getIntl } from '../../platform/language/catalogue.ts'
import { formatMoney } from '../../platform/language/format-money.ts'
import { formatZoneOffset } from '../../platform/language/zone-offset.ts'
import { getFormatter } from './messages.ts'

export interface ReceiptContent {
  readonly kind: 'payment' | 'refund'
  readonly language: Language
  /** The seller's name for buyers. */
  readonly brand: string
  /** The seller's colours. */
  readonly palette: DocumentPalette
  readonly seller: Seller
  /** Event of the order, whose time zone is used for dates; undefined when it was deleted: UTC then. */
  readonly event: { readonly title: string; readonly city: string; readonly timeZone: string } | undefined
  /** Refund period in days after the payment. */
  readonly refundDays: number
  readonly orderNumber: string
  readonly email: string
  /** Time of the payment or refund. */
  readonly paidOrRefundedOn: Date
  readonly items: readonly { readonly title: string; readonly price: Money }[]
  /** Discount of the payment type; undefined for none. */
  readonly discount: Money | undefined
  readonly total: Money
  /** Payment type, also used for the refund. */
  readonly paymentType: string
  /** Id of the payment at the bank; undefined for a free order. */
  readonly paymentNumber: string | undefined
  /** VAT of the total; undefined where the tenant states none. */
  readonly vat: { readonly percent: number | null } | undefined
}

const textKeys = {
  payment: { title: 'title', total: 'total', way: 'paidBy' },
  refund: { title: 'refund.title', total: 'refund.total', way: 'refund.way' },
} as const

/** Returns a receipt as a self-contained, printable HTML page without scripts and external resources. */
export function renderReceiptPage(content: ReceiptContent): string {
  const { language, seller, event } = content
  const format = getFormatter(language)
  const keys = textKeys[content.kind]
  const formatAmount = (amount: Money) => escapeHtml(formatMoney(amount, language, 2))
  const renderDefinition = (name: string, value: string | undefined) =>
    value === undefined ? '' : `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`
  const renderRow = (name: string, amount: string) =>
    `<tr><td>${escapeHtml(name)}</td><td class="sum">${amount}</td></tr>`
  const items = content.items.map(({ title, price }) => renderRow(title, formatAmount(price))).join('\n')
  const discount = content.discount ? renderRow(format('discount'), `−${formatAmount(content.discount)}`) : ''
  const title = `${format(keys.title)} ${content.orderNumber}`
  const numbers = [seller.taxNumber, seller.registrationNumber].filter((each) => each !== undefined)
  const sellerLines = [seller.name, numbers.join(' · '), seller.address, seller.email, seller.phone]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
<style>
body { margin: 0; padding: 24px 16px; font: 17px/1.42 system-ui, -apple-system, 'Segoe UI', Arial, sans-serif; color: #0c0f12; background: #f0f2f1 }
main { max-width: 608px; margin: 0 auto; overflow: hidden; border-radius: 8px; background: #fff }
.brand { margin: 0; padding: 14px 32px; background: ${escapeHtml(content.palette.strip)}; color: #fff; font: 900 26px/1 'Arial Narrow', Arial, sans-serif; text-transform: uppercase }
section { padding: 16px 32px; border-top: 1px solid #d5dad8 }
section:first-of-type { padding-top: 26px; border: 0 }
h1 { margin: 0 0 12px; font: 900 46px/.94 'Arial Narrow', Arial, sans-serif; text-transform: uppercase; text-wrap: balance }
h2 { margin: 0 0 4px; font-size: 17px }
p { margin: 0 }
.quiet { color: #3f464d }
.small { font-size: 14px }
dl { display: grid; grid-template-columns: auto 1fr; margin: 0; font-size: 16px }
dt, dd { margin: 0; padding: 7px 0; border-top: 1px solid #d5dad8 }
dt { color: #3f464d }
dd { padding-left: 16px; overflow-wrap: anywhere; text-align: right }
dl > :nth-child(-n + 2) { border: 0 }
table { width: 100%; border-collapse: collapse; font-size: 16px; font-variant-numeric: tabular-nums }
th, td { padding: 7px 0; border-bottom: 1px solid #d5dad8; text-align: left; vertical-align: top }
tbody tr:last-child td, tfoot tr:last-child td { border-bottom: 0 }
tfoot tr:first-child td { border-top: 2px solid #0c0f12; font-weight: 800; font-size: 18px }
.sum { padding-left: 16px; text-align: right; white-space: nowrap }
@media (max-width: 480px) { body { padding: 0; background: #fff } main { border-radius: 0 } .brand, section { padding-inline: 20px } h1 { font-size: 36px } }
@media print { body { padding: 0; background: none } .brand { border-bottom: 2px solid; background: none; color: #0c0f12 } }
</style>
</head>
<body>
<main>
<p class="brand">${escapeHtml(content.brand)}</p>
<section>
<h1>${escapeHtml(title)}</h1>
<p><b>${escapeHtml(formatReceiptDate(content))}</b><br><span class="quiet">${escapeHtml(formatTimeZone(content))}</span></p>
</section>
<section>
<table>
<thead><tr><th>${escapeHtml(format('item'))}</th><th class="sum">${escapeHtml(format('price'))}</th></tr></thead>
<tbody>
${items}
${discount}
</tbody>
<tfoot>${renderRow(format(keys.total), formatAmount(content.total))}${renderVatRow(content, renderRow)}</tfoot>
</table>
</section>
<section>
<dl>
${renderDefinition(format('event'), event?.title)}
${renderDefinition(format(keys.way), content.paymentType)}
${renderDefinition(format('invoice'), content.orderNumber)}
${renderDefinition(format('payment'), content.paymentNumber)}
${renderDefinition(format('buyer'), content.email).replace('@', '@<wbr>')}
</dl>
</section>
<section>
<h2>${escapeHtml(format('seller'))}</h2>
<p>${sellerLines.flatMap((line) => (line ? escapeHtml(line) : [])).join('<br>')}</p>
</section>
<section>
<p class="quiet small">${escapeHtml(format('refundLine', { days: content.refundDays, email: seller.email }))}</p>
</section>
</main>
</body>
</html>
`
}

/** Returns the time in the event's time zone, e.g. `12 сентября 2026 г., 20:14`. */
function formatReceiptDate({ language, paidOrRefundedOn, event }: ReceiptContent): string {
  return getIntl(language).formatDate(paidOrRefundedOn, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: event?.timeZone ?? 'UTC',
  })
}

/** Returns the name of the time zone, e.g. `местное время, Санкт-Петербург, UTC+3`. */
function formatTimeZone({ language, paidOrRefundedOn, event }: ReceiptContent): string {
  if (!event) return 'UTC'
  return getFormatter(language)('localTime', {
    city: event.city,
    offset: formatZoneOffset(paidOrRefundedOn, event.timeZone),
  })
}

function renderVatRow(
  { language, vat, total }: ReceiptContent,
  renderRow: (name: string, text: string) => string,
) {
  if (!vat) return ''
  const format = getFormatter(language)
  if (vat.percent === null) return renderRow(format('tax'), escapeHtml(format('tax.none')))
  const { percent } = vat
  const includedVat = { ...total, amount: Math.round((total.amount * percent) / (100 + percent)) }
  return renderRow(
    format('tax'),
    escapeHtml(format('tax.included', { percent, sum: formatMoney(includedVat, language, 2) })),
  )
}
