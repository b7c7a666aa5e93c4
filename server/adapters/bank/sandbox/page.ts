import type { Language } from '../../../../contract/common.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }
import type { SandboxPayment } from './store.ts'

const texts: Record<Language, typeof ru> = { ru, en, es }

const currencies = { 643: 'RUB', 840: 'USD' } as const

/** The bank's page of one payment: what is to be paid, and what the bank should answer. */
export function bankPage(payment: SandboxPayment): string {
  const { order, state } = payment
  const text = texts[order.language]
  const amount = new Intl.NumberFormat(order.language, {
    style: 'currency',
    currency: currencies[order.amount.currencyId],
  }).format(order.amount.amount / 100)
  const isOpen = state === 'Created' || state === 'Pending'
  const button = (outcome: string, label: string) =>
    `<button name="outcome" value="${outcome}" class="${outcome}">${escape(label)}</button>`
  const body = isOpen
    ? `<form method="post">${button('approve', text.approve)}${button('decline', text.decline)}${button('timeout', text.timeout)}</form>`
    : `<p class="closed">${escape(state === 'Succeeded' ? text.paid : text.declined)}</p><a class="back" href="${escape(order.returnUrl)}">${escape(text.back)}</a>`
  return `<!doctype html>
<html lang="${order.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(text.title)}</title>
<link rel="stylesheet" href="/bank/sandbox.css">
</head>
<body>
<p class="warning" role="note">${escape(text.warning)}</p>
<main>
<p class="bank">Sandbox Bank</p>
<h1>${escape(amount)}</h1>
<dl>
<dt>${escape(text.merchant)}</dt><dd>${escape(order.description)}</dd>
<dt>${escape(text.invoice)}</dt><dd>${escape(order.invoiceNumber)}</dd>
<dt>${escape(text.method)}</dt><dd>${escape(text[order.kind])}</dd>
</dl>
${body}
<p class="note">${escape(text.note)}</p>
</main>
</body>
</html>`
}

export const bankStyle = `
:root { color-scheme: light; font: 17px/1.45 system-ui, sans-serif; color: #12233f; background: #e9eef6 }
body { margin: 0 }
.warning { margin: 0; padding: 12px 16px; background: #ffd84d; color: #1c1600; font-weight: 700; text-align: center }
main { max-width: 420px; margin: 24px auto; padding: 24px; background: #fff; border-radius: 16px; box-shadow: 0 1px 3px #12233f33 }
.bank { margin: 0 0 16px; font-weight: 800; letter-spacing: .02em; color: #1746a2 }
h1 { margin: 0 0 16px; font-size: 40px; line-height: 1.1 }
dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin: 0 0 24px }
dt { color: #4b5b76 } dd { margin: 0; text-align: right; overflow-wrap: anywhere }
form { display: grid; gap: 12px }
button, .back { display: block; min-height: 52px; padding: 8px 16px; border: 2px solid #1746a2; border-radius: 10px; background: #fff; color: #1746a2; font: 700 17px/1.2 system-ui, sans-serif; text-align: center; text-decoration: none; box-sizing: border-box; cursor: pointer }
button.approve { background: #1746a2; color: #fff }
:focus-visible { outline: 3px solid #ff9d00; outline-offset: 2px }
.back { line-height: 32px }
.note { margin: 24px 0 0; font-size: 15px; color: #4b5b76 }
@media (max-width: 480px) { main { margin: 0; border-radius: 0; min-height: calc(100vh - 96px) } }
`

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
