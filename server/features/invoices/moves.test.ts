import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PaymentState } from '../../../contract/invoices.ts'
import { isLive, stateAfter } from './moves.ts'

const states: PaymentState[] = ['Created', 'Pending', 'Declined', 'Succeeded']
const news = fc.array(fc.constantFrom(...states))
const after = (list: readonly PaymentState[]) => list.reduce<PaymentState>(stateAfter, 'Created')

it('never moves back, whatever news come in whatever order', () => {
  fc.assert(
    fc.property(news, (list) => {
      let state: PaymentState = 'Created'
      for (const one of list) {
        const next = stateAfter(state, one)
        expect(states.indexOf(next)).toBeGreaterThanOrEqual(states.indexOf(state))
        state = next
      }
    }),
  )
})

it('comes to the same end when news are repeated', () => {
  fc.assert(
    fc.property(news, (list) => {
      expect(after(list.flatMap((one) => [one, one]))).toBe(after(list))
    }),
  )
})

it('ends in success whenever success was among the news', () => {
  fc.assert(
    fc.property(news, (list) => {
      if (list.includes('Succeeded')) expect(after(list)).toBe('Succeeded')
    }),
  )
})

it('knows who may still be paying', () => {
  expect(states.map(isLive)).toEqual([true, true, false, false])
})
