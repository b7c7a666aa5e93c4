import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PaymentState } from '../../../contract/invoices.ts'
import { isLive, stateAfter } from './transitions.ts'

const states: PaymentState[] = ['Created', 'Pending', 'Declined', 'Succeeded']
const news = fc.array(fc.constantFrom(...states))
const after = (list: readonly PaymentState[]) => list.reduce<PaymentState>(stateAfter, 'Created')

it('never moves back, for any order of payment events', () => {
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

it('reaches the same state when events are repeated', () => {
  fc.assert(
    fc.property(news, (list) => {
      expect(after(list.flatMap((one) => [one, one]))).toBe(after(list))
    }),
  )
})

it('ends in success whenever one of the events was a success', () => {
  fc.assert(
    fc.property(news, (list) => {
      if (list.includes('Succeeded')) expect(after(list)).toBe('Succeeded')
    }),
  )
})

it('tells which states can still be paid', () => {
  expect(states.map(isLive)).toEqual([true, true, false, false])
})
