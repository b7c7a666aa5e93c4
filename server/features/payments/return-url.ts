import type { Context } from '../../platform/context.ts'

/**
 * Returns whether a buyer may be sent to an address after paying. Only the shop's addresses are allowed: the origin of the
 * request, and the tenant's host names.
 */
export function mayReturnTo(context: Pick<Context, 'origin' | 'tenant'>, address: string): boolean {
  // Browsers and parsers disagree about these characters, so our addresses contain none.
  if (/[\s\\\p{Cc}]/u.test(address) || !URL.canParse(address)) return false
  const { origin, protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (origin === context.origin) return true
  return /^https?:$/.test(protocol) && hostname !== '*' && context.tenant.hosts.includes(hostname)
}
