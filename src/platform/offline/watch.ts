import { forgetWaits, type Heard, onHeard, tellHeard } from '../../lib/link.ts'
import { lookForService } from '../../lib/look-for-service.ts'
import { type Connection, type Link, linkAfter, newLink, toConnection } from './connection.ts'

let link: Link = newLink(typeof navigator !== 'undefined' && !navigator.onLine)
/** Whether a call got no answer. Reset when the listeners are notified that the server is back. */
let missed = false

const changes = new Set<() => void>()
const returns = new Set<() => void>()

const listenTo = (listeners: Set<() => void>) => (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const connectionNow = (): Connection => toConnection(link)
export const watchConnection = listenTo(changes)
/** Subscribes a listener that is called each time the server answers again after a failure. */
export const watchReturns = listenTo(returns)

let returnsSoFar = 0

/** Returns the number of reconnects. Work begun before the last one may have failed due to the outage. */
export const countReturns = (): number => returnsSoFar

function take(event: Heard | 'unplugged' | 'plugged'): void {
  const before = connectionNow()
  link = linkAfter(link, event)
  const now = connectionNow()
  missed ||= event === 'silence' || now !== 'online'
  if (now !== before) for (const listener of changes) listener()
  if (now === 'online' && before !== 'online') tellReturn()
  else if (missed) planLook()
}

function tellReturn(): void {
  missed = false
  returnsSoFar += 1
  clearTimeout(timer)
  timer = undefined
  for (const listener of returns) listener()
}

const firstLookInMs = 2_000
const longestPauseInMs = 60_000
/** Time without a check after which the backoff restarts. */
const peaceInMs = 120_000
let looks = 0
let lastLookOn = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Schedules a health check with backoff, because no event reports that a dead network works again. Hidden pages send no
 * checks.
 */
function planLook(): void {
  if (timer !== undefined || link.unplugged) return
  if (Date.now() - lastLookOn > peaceInMs) looks = 0
  const pauseInMs = Math.min(longestPauseInMs, firstLookInMs * 2 ** looks++)
  // jitter, so that many clients do not reconnect at once
  timer = setTimeout(() => void look(), pauseInMs * (0.5 + Math.random() / 2))
}

async function look(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  lastLookOn = Date.now()
  if (globalThis.document?.visibilityState === 'visible') {
    const heard = await lookForService()
    tellHeard(heard)
    if (missed && heard === 'answer') tellReturn()
  }
  if (missed) planLook()
}

onHeard(take)
if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => take('unplugged'))
  window.addEventListener('online', () => {
    forgetWaits()
    take('plugged')
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && missed && !link.unplugged) void look()
  })
}
