import type { PaymentState } from '../../../contract/invoices.ts'

/**
 * Where news of a bank takes an attempt to pay; what is not listed moves nothing. Only forwards: news come late,
 * twice and out of order. A success counts also after a refusal, because the money is there.
 */
const moves: Readonly<Record<PaymentState, Partial<Record<PaymentState, PaymentState>>>> = {
  Created: { Pending: 'Pending', Succeeded: 'Succeeded', Declined: 'Declined' },
  Pending: { Succeeded: 'Succeeded', Declined: 'Declined' },
  Declined: { Succeeded: 'Succeeded' },
  Succeeded: {},
}

/** The state after some news; the same state when they move nothing. */
export function stateAfter(state: PaymentState, news: PaymentState): PaymentState {
  return moves[state][news] ?? state
}

/** Whether a buyer may still be at the bank's page. */
export function isLive(state: PaymentState): boolean {
  return state === 'Created' || state === 'Pending'
}
