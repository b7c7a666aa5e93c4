import type { PaymentState } from '../../../contract/invoices.ts'

/**
 * Lists the transitions of a payment attempt by the bank's state; unlisted ones are ignored. They only lead forwards, because
 * notifications arrive late, twice and out of order. A success counts even after a refusal, because the money was taken.
 */
const transitions: Readonly<Record<PaymentState, Partial<Record<PaymentState, PaymentState>>>> = {
  Created: { Pending: 'Pending', Succeeded: 'Succeeded', Declined: 'Declined' },
  Pending: { Succeeded: 'Succeeded', Declined: 'Declined' },
  Declined: { Succeeded: 'Succeeded' },
  Succeeded: {},
}

/** Returns the state after a notification; the same state when the transition is not allowed. */
export function getNextState(state: PaymentState, reportedState: PaymentState): PaymentState {
  return transitions[state][reportedState] ?? state
}

/** Returns whether a buyer may still be on the bank's page. */
export function isLive(state: PaymentState): boolean {
  return state === 'Created' || state === 'Pending'
}
