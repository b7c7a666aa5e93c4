import type { Context } from '../../platform/context.ts'

/**
 * Whether a buyer may be sent to an address after paying: only to the shop itself, by the origin that was asked
 * or by one of the tenant's own host names.
 */
export function mayReturnTo(context: Pick<Context, 'origin' | 'tenant'>, address: string): boolean {
  // Browsers and parsers disagree about these, so they are in no address of ours.
  if (/[\s\\\p{Cc}]/u.test(address) || !URL.canParse(address)) return false
  const { origin, protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (origin === context.origin) return true
  return /^https?:$/.test(protocol) && hostname !== '*' && context.tenant.hosts.includes(hostname)
}
