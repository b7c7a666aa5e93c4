import { expect, test } from 'vitest'
import { toRoute } from '../../contract/call.ts'
import { createPayment } from '../../contract/invoices.ts'
import { type Phone, withPhone } from './phone.ts'
import { fillCheckout, payAtBank, payButton } from './steps.ts'
import { testServer } from './test-server.ts'

/** Removes APIs that Safari 16.4 does not have. */
const removeLateApis = `
  delete URL.canParse
  delete Promise.withResolvers
  delete Element.prototype.checkVisibility`

/** Makes the page fail once when it handles the answer with the bank's address. */
const failOnce = `
  ;{
    const Native = URL
    const canParse = Native.canParse
    const refuseOnce = (address) => {
      if (!/\\/bank\\//.test(String(address)) || sessionStorage.getItem('has-failed')) return
      sessionStorage.setItem('has-failed', '1')
      throw new TypeError('thrown by the test')
    }
    window.URL = new Proxy(Native, { construct(target, given, made) {
      refuseOnce(given[0])
      return Reflect.construct(target, given, made)
    } })
    if (canParse) URL.canParse = (...given) => { refuseOnce(given[0]); return canParse(...given) }
  }`

const paymentPath = new RegExp(`^${toRoute(createPayment).replace(/:\w+/g, '[^/]+')}$`)

/** Returns the idempotency keys of payment requests: each new key creates another payment. */
const listPaymentKeys = (phone: Phone) =>
  new Set(
    phone.network.exchanges
      .filter(({ method, path }) => method === 'POST' && paymentPath.test(path))
      .map(({ idempotencyKey }) => idempotencyKey),
  )

test(
  'an engine without URL.canParse, Promise.withResolvers and checkVisibility pays by one payment',
  withPhone({ script: removeLateApis }, async (phone) => {
    await phone.visit(`/search/${testServer.eventId}/128`)
    await fillCheckout(phone)
    await phone.press(payButton)
    await payAtBank(phone)
    expect(listPaymentKeys(phone).size).toBe(1)
  }),
)

test(
  'any failure after the payment was created leads to the same payment on the next attempt',
  withPhone({ script: failOnce, expectedMessages: [/thrown by the test/] }, async (phone) => {
    await phone.visit(`/search/${testServer.eventId}/128`)
    await fillCheckout(phone)
    await phone.press(payButton)
    await phone.waitFor(() => sessionStorage.getItem('has-failed'))
    const isAtBank = () => phone.path().then((path) => path.startsWith('/bank/'))
    // the page may have retried automatically
    if (!(await isAtBank())) await phone.press(payButton)
    await payAtBank(phone)
    expect(listPaymentKeys(phone).size).toBe(1)
  }),
)
