import { describe, expect, it } from 'vitest'
import { maskEmail } from '../../lib/mask-email.ts'
import type { AnyEntry } from '../../lib/outbox/index.ts'
import { letterState } from './letter.ts'

const now = 1_000_000
const letter: AnyEntry = {
  id: 'l1',
  kind: 'order.letter',
  lane: 'order:o1',
  body: { orderId: 'o1' },
  putOn: now,
  tries: 0,
  notBefore: 0,
}
const email: AnyEntry = {
  ...letter,
  id: 'e1',
  kind: 'order.email',
  body: { orderId: 'o1', email: 'a@b.example' },
}
const online = { online: true, now }

describe('the letters of an order', () => {
  it('are idle while nothing waits, or only another order’s letter', () => {
    expect(letterState([], 'o1', online)).toEqual({ type: 'idle' })
    expect(letterState([letter], 'o2', online)).toEqual({ type: 'idle' })
  })

  it('wait for a network, or are being sent', () => {
    expect(letterState([letter], 'o1', { online: false, now }).type).toBe('waiting')
    expect(letterState([letter], 'o1', online).type).toBe('sending')
  })

  it('say when they are retried, but not for a short pause', () => {
    const tried = (waitInMs: number): AnyEntry => ({ ...letter, tries: 1, notBefore: now + waitInMs })
    expect(letterState([tried(600_000)], 'o1', online)).toMatchObject({ type: 'later', until: now + 600_000 })
    expect(letterState([tried(2_000)], 'o1', online).type).toBe('sending')
  })

  it('use the newest request, with its address', () => {
    expect(letterState([letter, email], 'o1', online)).toMatchObject({ id: 'e1', email: 'a@b.example' })
    expect(letterState([email, letter], 'o1', online)).toMatchObject({ id: 'l1', email: undefined })
  })

  it('say why the service refused them', () => {
    const refused: AnyEntry = { ...letter, parked: { code: 'NotPaid', since: now } }
    expect(letterState([refused], 'o1', online)).toMatchObject({ type: 'refused', code: 'NotPaid' })
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
