import type { Heard } from '../../lib/link.ts'

/** State of the connection. `portal`: a captive portal answers; `slow`: the server answers late. */
export type Connection = 'online' | 'offline' | 'portal' | 'slow'

/** Results of recent calls to the server, from which the connection is derived. */
export interface Link {
  /** Whether the browser reports no network. A hint only: an answer resets it. */
  readonly unplugged: boolean
  /** Consecutive calls without an answer. */
  readonly misses: number
  readonly stranger: boolean
  readonly late: boolean
}

/** Calls without an answer until the connection counts as offline: a single one may fail for another reason. */
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

export function toConnection({ unplugged, misses, stranger, late }: Link): Connection {
  if (unplugged) return 'offline'
  if (stranger) return 'portal'
  if (misses >= missesOfNoNetwork) return 'offline'
  return late ? 'slow' : 'online'
}
