// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tenantHeader } from '../../../../contract/call.ts'
import { getOrderCard } from '../list/order-card.ts'
import { findOrderByMark } from './return-mark.ts'
import { checkPayUrl, forgetAttempt, startPayment } from './start-payment.ts'

const input = { orderId: 'o1', invoiceId: 'i1', paymentTypeId: 'card' }
const tenantHeaders = { [tenantHeader]: 'photofinish' }
const jsonHeaders = { 'content-type': 'application/json', ...tenantHeaders }
let keys: (string | null)[] = []
let bodies: { returnUrl: string }[] = []
let payUrl: string
let buildAnswer: () => Response

function stubService() {
  vi.stubGlobal('fetch', async (_url: string, init: { headers: Headers; body: string }) => {
    bodies.push(JSON.parse(init.body) as { returnUrl: string })
    keys.push(init.headers.get('idempotency-key'))
    return buildAnswer()
  })
}

beforeEach(() => {
  localStorage.clear()
  keys = []
  bodies = []
  payUrl = '/bank/1'
  buildAnswer = () =>
    new Response(JSON.stringify({ paymentId: 'p', payUrl, state: 'Created' }), {
      status: 201,
      headers: jsonHeaders,
    })
  stubService()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const buildRefusal = (code: string, status: number, extra?: Record<string, unknown>) => () =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code, extra }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...tenantHeaders },
  })

describe('starting a payment', () => {
  it('sends the same key for the same attempt, a new one for another way to pay', async () => {
    await startPayment(input)
    await startPayment(input)
    await startPayment({ ...input, paymentTypeId: 'fast' })
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('tells the bank a mark that only this device knows the order by', async () => {
    await startPayment(input)
    await startPayment({ ...input, paymentTypeId: 'fast' })
    await startPayment({ ...input, orderId: 'o2', invoiceId: 'i2' })
    const marks = bodies.map(({ returnUrl }) => new URL(returnUrl).searchParams.get('mark') ?? '')
    expect(marks[0]).toBe(marks[1])
    expect(marks.map(findOrderByMark)).toEqual(['o1', 'o1', 'o2'])
    expect(findOrderByMark('of another device')).toBeUndefined()
    expect(bodies.map(({ returnUrl }) => Array.from(new URL(returnUrl).searchParams.keys()))).toEqual(
      Array.from({ length: 3 }, () => ['mark']),
    )
  })

  it('keeps the bank’s page for a later start', async () => {
    await startPayment(input)
    const payUrl = new URL('/bank/1', location.origin).href
    expect(getOrderCard('o1').read()).toMatchObject({ paymentTypeId: 'card', payUrl })
  })

  it('begins anew after the attempt is over', async () => {
    await startPayment(input)
    forgetAttempt('i1')
    await startPayment(input)
    expect(keys[1]).not.toBe(keys[0])
  })

  it('keeps the key while the outcome is unknown, and drops it when the service refuses', async () => {
    buildAnswer = () =>
      new Response('<h1>gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
    await expect(startPayment(input)).rejects.toMatchObject({ code: 'NoResponse' })
    buildAnswer = buildRefusal('ProviderUnavailable', 503)
    await expect(startPayment(input)).rejects.toMatchObject({ code: 'ProviderUnavailable' })
    buildAnswer = buildRefusal('TooManyRequests', 429)
    await expect(startPayment(input)).rejects.toMatchObject({ code: 'TooManyRequests' })
    buildAnswer = buildRefusal('InvoiceCanceled', 409)
    await expect(startPayment(input)).rejects.toMatchObject({ code: 'InvoiceCanceled' })
    await expect(startPayment(input)).rejects.toMatchObject({ code: 'InvoiceCanceled' })
    expect(new Set(keys.slice(0, 4)).size).toBe(1)
    expect(keys[4]).not.toBe(keys[0])
  })

  it('uses a new key after the bank has refused the payment', async () => {
    buildAnswer = buildRefusal('PaymentRefused', 422)
    await expect(startPayment(input)).rejects.toMatchObject({ code: 'PaymentRefused' })
    await expect(startPayment(input)).rejects.toMatchObject({ code: 'PaymentRefused' })
    expect(keys[1]).not.toBe(keys[0])
  })

  it.each<[name: string, breakOnce: () => void]>([
    ['an unsafe address', () => (payUrl = 'http://elsewhere.example/')],
    [
      'a write that throws',
      () =>
        vi.spyOn(getOrderCard('o1'), 'write').mockImplementationOnce(() => {
          throw new Error('not supported')
        }),
    ],
    [
      'an API that the browser lacks',
      () =>
        vi.stubGlobal(
          'URL',
          class extends URL {
            constructor(address: string, base?: string) {
              if (address === '/bank/1') throw new Error('not supported')
              super(address, base)
            }
          },
        ),
    ],
  ])('retries with the same key after %s failed it once the payment was created', async (_, breakOnce) => {
    breakOnce()
    await expect(startPayment(input)).rejects.toThrow()
    vi.unstubAllGlobals()
    stubService()
    payUrl = '/bank/1'
    expect(await startPayment(input)).toBe(new URL('/bank/1', location.origin).href)
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('needs no URL.canParse', async () => {
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override canParse = undefined as unknown as typeof URL.canParse
      },
    )
    expect(await startPayment(input)).toContain('/bank/1')
  })

  it('leads to the attempt that is running already', async () => {
    buildAnswer = buildRefusal('PaymentInProgress', 409, { payUrl: 'https://bank.example/2' })
    expect(await startPayment(input)).toBe('https://bank.example/2')
  })
})

describe('the address of the bank’s page', () => {
  const origin = 'http://localhost:8080'

  it('may be our own or any over https', () => {
    expect(checkPayUrl('/bank/pay/1', origin)).toBe('http://localhost:8080/bank/pay/1')
    expect(checkPayUrl('https://bank.example/pay?x=1', origin)).toBe('https://bank.example/pay?x=1')
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://bank.example/',
    '//bank.example/',
    'https://user:secret@bank.example/',
    'ftp://bank.example/',
    'http://[broken',
  ])('is never %s', (address) => {
    expect(() => checkPayUrl(address, origin)).toThrow()
  })
})
