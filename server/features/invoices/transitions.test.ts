import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PaymentState } from '../../../contract/invoices.ts'
import { getNextState, isLive } from './transitions.ts'

const states: PaymentState[] = ['Created', 'Pending', 'Declined', 'Succeeded']
const eventStates = fc.array(fc.constantFrom(...states))
const applyAll = (list: readonly PaymentState[]) => list.reduce<PaymentState>(getNextState, 'Created')

it('never moves back, for any order of payment events', () => {
  fc.assert(
    fc.property(eventStates, (list) => {
      let state: PaymentState = 'Created'
      for (const one of list) {
        const next = getNextState(state, one)
        expect(states.indexOf(next)).toBeGreaterThanOrEqual(states.indexOf(state))
        state = next
      }
    }),
  )
})

it('reaches the same state when events are repeated', () => {
  fc.assert(
    fc.property(eventStates, (list) => {
      expect(applyAll(list.flatMap((one) => [one, one]))).toBe(applyAll(list))
    }),
  )
})

it('ends in success whenever one of the events was a success', () => {
  fc.assert(
    fc.property(eventStates, (list) => {
      if (list.includes('Succeeded')) expect(applyAll(list)).toBe('Succeeded')
    }),
  )
})

it('tells which states can still be paid', () => {
  expect(states.map(isLive)).toEqual([true, true, false, false])
})
