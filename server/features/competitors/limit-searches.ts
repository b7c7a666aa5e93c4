import type { Context } from '../../platform/context.ts'
import { limitCaller } from '../../platform/http/limit-calls.ts'

const windowInMs = 10 * 60_000
/** Each typed letter is a search. All visitors of a finish area may share one address; each token belongs to one visitor. */
const searchesLimit = { perDevice: 60, perAddress: 600, windowInMs }
/** Each runner searches for a few numbers. An address reads as many runners as by searches of the start list. */
const personsLimit = { perDevice: 120, perAddress: 3_000, windowInMs }

/**
 * Counts a search by name, in a start list or in what belongs to its runners: otherwise a program could read a whole start list by
 * prefixes.
 *
 * @param address network address of the caller
 * @throws Failure `TooManyRequests` with the time to wait
 */
export function limitSearches(context: Context, address: string, token: string | undefined): Promise<void> {
  return limitCaller(context, 'start list', { device: token, address }, searchesLimit)
}

/**
 * Counts a search for one person, e.g. by start number, whose answer tells where and when the runner was.
 *
 * @param device key or token of the device
 * @throws Failure `TooManyRequests` with the time to wait
 */
export function limitPersonSearches(
  context: Context,
  address: string,
  device: string | undefined,
): Promise<void> {
  return limitCaller(context, 'persons', { device, address }, personsLimit)
}
