import { checkService } from '../../lib/check-service.ts'
import { clearFirstByteWaits, type LinkSignal, onLinkSignal, reportLinkSignal } from '../../lib/link.ts'
import {
  type Connection,
  createLinkState,
  type LinkState,
  toConnection,
  updateLinkState,
} from './connection.ts'

let link: LinkState = createLinkState(typeof navigator !== 'undefined' && !navigator.onLine)
/** Whether a call got no answer. Reset when the listeners are notified that the server is back. */
let hasOutage = false

const changeListeners = new Set<() => void>()
const reconnectListeners = new Set<() => void>()

const createSubscribe = (listeners: Set<() => void>) => (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const getConnection = (): Connection => toConnection(link)
export const watchConnection = createSubscribe(changeListeners)
/** Subscribes a listener that is called each time the server answers again after a failure. */
export const watchReconnects = createSubscribe(reconnectListeners)

let reconnectCount = 0

/** Returns the number of reconnects. Work begun before the last one may have failed due to the outage. */
export const countReconnects = (): number => reconnectCount

function handleLinkEvent(event: LinkSignal | 'unplugged' | 'plugged'): void {
  const previous = getConnection()
  link = updateLinkState(link, event)
  const current = getConnection()
  hasOutage ||= event === 'silence' || current !== 'online'
  if (current !== previous) for (const listener of changeListeners) listener()
  if (current === 'online' && previous !== 'online') notifyReconnect()
  else if (hasOutage) scheduleCheck()
}

function notifyReconnect(): void {
  hasOutage = false
  reconnectCount += 1
  clearTimeout(timer)
  timer = undefined
  for (const listener of reconnectListeners) listener()
}

const firstCheckDelayInMs = 2_000
const maxPauseInMs = 60_000
/** Time without a check after which the backoff restarts. */
const backoffResetInMs = 120_000
let checkCount = 0
let lastCheckOn = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Schedules a health check with backoff, because no event reports that a dead network works again. Hidden pages send no
 * checks.
 */
function scheduleCheck(): void {
  if (timer !== undefined || link.isUnplugged) return
  if (Date.now() - lastCheckOn > backoffResetInMs) checkCount = 0
  const pauseInMs = Math.min(maxPauseInMs, firstCheckDelayInMs * 2 ** checkCount++)
  // jitter, so that many clients do not reconnect at once
  timer = setTimeout(() => void checkServer(), pauseInMs * (0.5 + Math.random() / 2))
}

async function checkServer(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  lastCheckOn = Date.now()
  if (globalThis.document?.visibilityState === 'visible') {
    const result = await checkService()
    reportLinkSignal(result)
    if (hasOutage && result === 'answer') notifyReconnect()
  }
  if (hasOutage) scheduleCheck()
}

onLinkSignal(handleLinkEvent)
if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => handleLinkEvent('unplugged'))
  window.addEventListener('online', () => {
    clearFirstByteWaits()
    handleLinkEvent('plugged')
  })
  const checkAgain = () => {
    if (document.visibilityState !== 'visible') return
    // a page that was frozen may have missed the event
    if (link.isUnplugged && navigator.onLine) handleLinkEvent('plugged')
    if (hasOutage && !link.isUnplugged) void checkServer()
  }
  document.addEventListener('visibilitychange', checkAgain)
  window.addEventListener('pageshow', checkAgain)
}
