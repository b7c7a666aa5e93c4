import type { Heard } from '../../lib/link.ts'

/** `portal`: a network that answers with its own page; `slow`: it answers, but keeps one waiting. */
export type Connection = 'online' | 'offline' | 'portal' | 'slow'

/** What is known of the way to the service. */
export interface Link {
  /** The browser says that there is no network: a hint that an answer refutes. */
  readonly unplugged: boolean
  /** Calls in a row that brought nothing. */
  readonly misses: number
  readonly stranger: boolean
  readonly late: boolean
}

/** One call may fail for a reason of its own; a few in a row are the network's. */
const missesOfNoNetwork = 2

export const newLink = (unplugged: boolean): Link => ({ unplugged, misses: 0, stranger: false, late: false })

/** The link after a call was answered or not, or the browser lost or found its network. */
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
