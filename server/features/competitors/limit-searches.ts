import type { Context } from '../../platform/context.ts'
import { limitCaller } from '../../platform/http/limit-calls.ts'

/** Each typed letter is a search. All visitors of a finish area may share one address; each token belongs to one visitor. */
const searchesLimit = { perDevice: 60, perAddress: 600, windowInMs: 10 * 60_000 }

/**
 * Counts a search by name or start number, in a start list or in what belongs to its runners: otherwise a program could read a
 * whole start list by prefixes, and where and when each runner was.
 *
 * @param address network address of the caller
 * @throws Failure `TooManyRequests` with the time to wait
 */
export function limitSearches(context: Context, address: string, token: string | undefined): Promise<void> {
  return limitCaller(context, 'start list', { device: token, address }, searchesLimit)
}
