import type { Heard } from '../../lib/link.ts'

/** Classifies the connection. `portal`: a captive portal answers; `slow`: the service answers late. */
export type Connection = 'online' | 'offline' | 'portal' | 'slow'

/** Describes what recent calls have shown about the connection to the service. */
export interface Link {
  /** Whether the browser reports no network: a hint that an answer refutes. */
  readonly unplugged: boolean
  /** Consecutive calls without an answer. */
  readonly misses: number
  readonly stranger: boolean
  readonly late: boolean
}

/** Requires several calls without an answer: one may fail for another reason than the network. */
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
