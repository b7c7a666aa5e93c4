import type { Context } from '../../platform/context.ts'
import { toClientKey } from '../../platform/http/client-key.ts'
import { limitCalls } from '../../platform/http/limit-calls.ts'

const windowInMs = 10 * 60_000
/** Each typed letter is a search. All visitors of a finish area may share one address; each token belongs to one visitor. */
const maxPerWindow = { address: 600, token: 60 }

/**
 * Counts a search by name, in a start list or in what belongs to its runners: otherwise a program could read a whole start list
 * by prefixes.
 *
 * @param address network address of the caller
 * @throws Failure `TooManyRequests` with the time to wait
 */
export async function limitSearches(
  context: Context,
  address: string,
  token: string | undefined,
): Promise<void> {
  const limit = (callerKey: string, max: number) =>
    limitCalls(context, { subject: `start list ${callerKey}`, max, windowInMs })
  await limit(`address ${toClientKey(address)}`, maxPerWindow.address)
  if (token !== undefined) await limit(`token ${token}`, maxPerWindow.token)
}
