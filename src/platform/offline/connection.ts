import type { Heard } from '../../lib/link.ts'

/** `portal`: a captive portal answers; `slow`: the service answers late. */
export type Connection = 'online' | 'offline' | 'portal' | 'slow'

/** State of the connection to the service. */
export interface Link {
  /** The browser reports no network: a hint that an answer refutes. */
  readonly unplugged: boolean
  /** Consecutive calls without an answer. */
  readonly misses: number
  readonly stranger: boolean
  readonly late: boolean
}

/** One call may fail for another reason; several in a row indicate no network. */
const missesOfNoNetwork = 2

export const newLink = (unplugged: boolean): Link => ({ unplugged, misses: 0, stranger: false, late: false })

/** Returns the link state after a call, or after the browser lost or found its network. */
export function linkAfter(link: Link, event: Heard | 'unplugged' | 'plugged'): Link {
  if (event === 'answer' || event === 'plugged') return newLink(false)
  if (event === 'unplugged') return newLink(true)
  if (event === 'stranger') return { ...link, stranger: true }
  if (event === 'late') return { ...link, late: true }
  return { ...link, misses: link.misses + 1 }
}

export function connectionOf({ unplugged, misses, stranger, late }: Link): Connection {
  if (unplugged) return 'offline'
  if (stranger) return 'portal'
  if (misses >= missesOfNoNetwork) return 'offline'
  return late ? 'slow' : 'online'
}
