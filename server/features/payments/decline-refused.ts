import { BankRefused } from './ports.ts'

/** Describes the result of a call that a job makes to a bank. `refusal`: why the bank rejects it, for the log. */
export interface BankResult<State> {
  readonly state: State | 'Declined'
  readonly refusal?: Pick<BankRefused, 'reason' | 'parameter'>
}

/**
 * Turns a permanent refusal into the state `Declined`, which ends a job. Without it the job would repeat the call for a week.
 *
 * @throws errors that a retry may overcome: all others, and a rejected account
 */
export async function declineRefused<State>(call: Promise<State>): Promise<BankResult<State>> {
  try {
    return { state: await call }
  } catch (error) {
    if (!(error instanceof BankRefused) || error.isAccountRejected) throw error
    const { reason, parameter } = error
    return { state: 'Declined', refusal: { reason, parameter } }
  }
}
