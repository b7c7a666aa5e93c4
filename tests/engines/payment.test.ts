import { expect, test } from 'vitest'
import { routeOf } from '../../contract/call.ts'
import { createPayment } from '../../contract/invoices.ts'
import { onPhone, type Phone } from './phone.ts'
import { fillCheckout, payAtBank, payButton } from './steps.ts'
import { world } from './world.ts'

/** Takes away what Safari 16.4 does not have. */
const removeLateApis = `
  delete URL.canParse
  delete Promise.withResolvers
  delete Element.prototype.checkVisibility`

/** Makes the page fail once while it handles the answer that carries the bank's address. */
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

const paymentPath = new RegExp(`^${routeOf(createPayment).replace(/:\w+/g, '[^/]+')}$`)

/** Keys under which payments were asked for: each new one is another payment. */
const paymentKeys = (phone: Phone) =>
  new Set(
    phone.network.exchanges
      .filter(({ method, path }) => method === 'POST' && paymentPath.test(path))
      .map(({ idempotencyKey }) => idempotencyKey),
  )

test(
  'an engine without URL.canParse, Promise.withResolvers and checkVisibility pays by one payment',
  onPhone({ script: removeLateApis }, async (phone) => {
    await phone.visit(`/search/${world.eventId}/128`)
    await fillCheckout(phone)
    await phone.press(payButton)
    await payAtBank(phone)
    expect(paymentKeys(phone).size).toBe(1)
  }),
)

test(
  'whatever fails after the payment was created, the next attempt is the same payment',
  onPhone({ script: failOnce, expects: [/thrown by the test/] }, async (phone) => {
    await phone.visit(`/search/${world.eventId}/128`)
    await fillCheckout(phone)
    await phone.press(payButton)
    await phone.until(() => sessionStorage.getItem('has-failed'))
    const isAtBank = () => phone.path().then((path) => path.startsWith('/bank/'))
    // the page may have taken the second attempt by itself
    if (!(await isAtBank())) await phone.press(payButton)
    await payAtBank(phone)
    expect(paymentKeys(phone).size).toBe(1)
  }),
)
