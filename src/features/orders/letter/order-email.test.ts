import { describe, expect, it } from 'vitest'
import { maskEmail } from '../../../lib/format/mask-email.ts'
import type { AnyEntry } from '../../../lib/outbox/index.ts'
import { getEmailRequestState } from './order-email.ts'

const now = 1_000_000
const letterEntry: AnyEntry = {
  id: 'l1',
  kind: 'order.letter',
  lane: 'order:o1',
  body: { orderId: 'o1' },
  putOn: now,
  tries: 0,
  notBefore: 0,
}
const emailEntry: AnyEntry = {
  ...letterEntry,
  id: 'e1',
  kind: 'order.email',
  body: { orderId: 'o1', email: 'a@b.example' },
}
const onlineState = { online: true, now }

describe('the letters of an order', () => {
  it('are idle while nothing waits, or only another order’s letter', () => {
    expect(getEmailRequestState([], 'o1', onlineState)).toEqual({ type: 'idle' })
    expect(getEmailRequestState([letterEntry], 'o2', onlineState)).toEqual({ type: 'idle' })
    const requestOfOtherKind: AnyEntry = {
      ...{ id: 'c1', kind: 'cart.customer', lane: 'order:o1', body: { cartId: 'c', email: 'a@b.example' } },
      ...{ putOn: now, tries: 0, notBefore: 0 },
    }
    expect(getEmailRequestState([requestOfOtherKind], 'o1', onlineState)).toEqual({ type: 'idle' })
  })

  it('wait for a network, or are being sent', () => {
    expect(getEmailRequestState([letterEntry], 'o1', { online: false, now }).type).toBe('waiting')
    expect(getEmailRequestState([letterEntry], 'o1', onlineState).type).toBe('sending')
  })

  it('say when they are retried, but not for a short pause', () => {
    const buildRetried = (waitInMs: number): AnyEntry => ({
      ...letterEntry,
      tries: 1,
      notBefore: now + waitInMs,
    })
    expect(getEmailRequestState([buildRetried(600_000)], 'o1', onlineState)).toMatchObject({
      type: 'later',
      until: now + 600_000,
    })
    expect(getEmailRequestState([buildRetried(2_000)], 'o1', onlineState).type).toBe('sending')
  })

  it('use the newest request, with its address', () => {
    expect(getEmailRequestState([letterEntry, emailEntry], 'o1', onlineState)).toMatchObject({
      id: 'e1',
      email: 'a@b.example',
    })
    expect(getEmailRequestState([emailEntry, letterEntry], 'o1', onlineState)).toMatchObject({
      id: 'l1',
      email: undefined,
    })
  })

  it('say why the service refused them', () => {
    const refused: AnyEntry = { ...letterEntry, parked: { code: 'NotPaid', since: now } }
    expect(getEmailRequestState([refused], 'o1', onlineState)).toMatchObject({
      type: 'refused',
      code: 'NotPaid',
    })
  })
})

describe('an e-mail on a public page', () => {
  it.each([
    ['rita@mail.ru', 'r•••@mail.ru'],
    ['я@почта.рф', 'я•••@почта.рф'],
    ['"a@b"@c.example', '"•••@c.example'],
    ['nonsense', 'n•••'],
    ['', '•••'],
  ])('masks %s as %s', (typed, shown) => expect(maskEmail(typed)).toBe(shown))
})
