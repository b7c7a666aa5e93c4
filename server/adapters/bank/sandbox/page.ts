import { loadCatalogue } from '../../../platform/language/catalogue.ts'
import { formatMoney } from '../../../platform/language/format-money.ts'
import type messages from './messages.ru.json'
import type { SandboxPayment } from './store.ts'

const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)

/** Renders the bank's page of one payment: the amount due, and the outcomes to choose from. */
export function renderBankPage(payment: SandboxPayment): string {
  const { order, state } = payment
  const format = getFormatter(order.language)
  const amount = formatMoney(order.amount, order.language, 2)
  const isOpen = state === 'Created' || state === 'Pending'
  const renderButton = (outcome: string, label: string) =>
    `<button name="outcome" value="${outcome}" class="${outcome}">${escape(label)}</button>`
  const body = isOpen
    ? `<form method="post">${renderButton('approve', format('approve'))}${renderButton('decline', format('decline'))}${renderButton('timeout', format('timeout'))}</form>`
    : `<p class="closed">${escape(state === 'Succeeded' ? format('paid') : format('declined'))}</p><a class="back" href="${escape(order.returnUrl)}">${escape(format('back'))}</a>`
  return `<!doctype html>
<html lang="${order.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(format('title'))}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/bank/sandbox.css">
</head>
<body>
<p class="warning" role="note">${escape(format('warning'))}</p>
<main>
<p class="bank">Sandbox Bank</p>
<h1>${escape(amount)}</h1>
<dl>
<dt>${escape(format('merchant'))}</dt><dd>${escape(order.description)}</dd>
<dt>${escape(format('invoice'))}</dt><dd>${escape(order.invoiceNumber)}</dd>
<dt>${escape(format('method'))}</dt><dd>${escape(format(order.kind))}</dd>
</dl>
${body}
<p class="note">${escape(format('note'))}</p>
</main>
</body>
</html>`
}

/** Stylesheet with the fonts of the storefront but without its colors: the page belongs to a bank, not to the shop. */
export const bankStylesheet = `
@font-face { font-family: "PF Text"; src: url("/fonts/pf-text-latin.woff2") format("woff2"); font-weight: 400 900; unicode-range: U+0000-00FF, U+2009-2026, U+202F, U+20AC, U+2212 }
@font-face { font-family: "PF Text"; src: url("/fonts/pf-text-cyrillic.woff2") format("woff2"); font-weight: 400 900; unicode-range: U+0401, U+0410-044F, U+0451, U+2116 }
@font-face { font-family: "PF Text"; src: url("/fonts/pf-text-latin-ext.woff2") format("woff2"); font-weight: 400 900; unicode-range: U+20BD }
:root { color-scheme: light dark; font: 450 17px/1.42 "PF Text", Arial, sans-serif; color: light-dark(#0c0f12, #f4f6f5); background: light-dark(#f0f2f1, #05070a) }
* { box-sizing: border-box }
body { margin: 0 }
.warning { margin: 0; padding: 12px 16px; background: #ffd84d; color: #0c0f12; font-weight: 700; text-align: center }
main { max-width: 440px; margin: 32px auto; padding: 0 28px 28px; border-radius: 8px; background: light-dark(#fff, #14181c); box-shadow: 0 1px 2px rgb(12 15 18 / 0.1), 0 0 0 1px rgb(12 15 18 / 0.06) }
.bank { margin: 0 -28px 28px; padding: 9px 28px 8px; border-radius: 8px 8px 0 0; background: light-dark(#0c0f12, #2b3238); color: #fff; font-size: 13px; font-weight: 750; text-align: center }
h1 { margin: 0 0 20px; font-size: 44px; font-weight: 800; line-height: 1; letter-spacing: -.02em; font-variant-numeric: lining-nums }
dl { display: grid; grid-template-columns: auto 1fr; gap: 10px 16px; margin: 0 0 24px; padding: 16px 0; border: solid light-dark(#d5dad8, #2b3238); border-width: 1px 0; font-size: 15px }
dt { color: light-dark(#3f464d, #c3cace) } dd { margin: 0; font-weight: 650; text-align: right; overflow-wrap: anywhere }
form { display: grid; gap: 8px }
button, .back { display: grid; place-items: center; width: 100%; min-height: 56px; padding: 8px 22px; border: 0; border-radius: 10px; background: none; box-shadow: inset 0 0 0 2px currentColor; color: inherit; font: 700 17px/1.1 "PF Text", Arial, sans-serif; text-align: center; text-decoration: none; cursor: pointer }
button.approve, .back { background: light-dark(#0c0f12, #f4f6f5); color: light-dark(#fff, #0c0f12); box-shadow: none }
button.timeout { box-shadow: none }
.closed { font-weight: 650 }
:focus-visible { outline: 3px solid light-dark(#1349d8, #8db4ff); outline-offset: 2px }
.note { margin: 20px 0 0; font-size: 15px; color: light-dark(#3f464d, #c3cace) }
@media (max-width: 480px) { main { margin: 16px } }
`

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
