import { isIPv6 } from 'node:net'

/**
 * Returns the rate-limit key of a network address: an IPv4 address as it is, also when mapped into IPv6. IPv6 is reduced to
 * its /64 network, since one customer can use all its 2^64 addresses.
 */
export function toClientKey(address: string): string {
  if (!isIPv6(address)) return address
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mappedIpv4) return mappedIpv4
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const splitGroups = (text: string) => (text === '' ? [] : text.split(':'))
  const [first, last] = [splitGroups(head), splitGroups(tail ?? '')]
  // a trailing dotted quad replaces two groups
  const groupCount = first.length + last.length + (address.includes('.') ? 1 : 0)
  const zeroGroups = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groupCount)).fill('0')
  const network = [...first, ...zeroGroups, ...last].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
