import { getDefaultStore } from 'jotai'
import * as z from 'zod/mini'
import { getLastNavigationType } from '../../platform/navigation/index.ts'
import { persisted } from '../../platform/storage/index.ts'

const storageKey = 'scrollPlaces'
/** Maximum wait, on a slow network, for the content that makes the page tall enough. */
const heightTimeoutInMs = 20_000

/** Maps each path with its query to the scroll position in px, relative to `main`: the bar above it varies in height. */
type Positions = Record<string, number>

const getHeightAbove = () => document.getElementById('main')?.offsetTop ?? 0
const readPosition = () => Math.round(scrollY - getHeightAbove())
const scrollToPosition = (position: number) =>
  scrollTo({ top: position + getHeightAbove(), behavior: 'instant' })

function readPositions(): Positions {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Positions
  } catch {
    return {}
  }
}

/** Stores the last path with query, and its position; session storage is lost when the system kills the tab. */
const lastPosition = persisted({
  key: 'lastPlace',
  schema: z.nullable(z.object({ address: z.string(), top: z.number(), on: z.number() })),
  initial: null,
})
/** Maximum time after which a killed app that is reopened restores its position. */
const visitTimeoutInMs = 30 * 60_000
const storeDelayInMs = 400

let positions = readPositions()
let currentUrl = ''
/** Whether the URL of the page differs from `currentUrl`. */
let hasLeftUrl = false
/** Whether the app was killed; undefined until a page has mounted. Lost storage is restored before that, or soon after. */
let wasKilled: boolean | undefined

/** Returns whether a new tab opens the URL that was open when the app was killed. Adopts its stored position if so. */
function adoptLastPosition(): boolean {
  const last = lastPosition.read()
  // an entry newer than this page is from another tab
  const isRecent = last && last.on < performance.timeOrigin && Date.now() - last.on < visitTimeoutInMs
  const isSameUrl = isRecent && last.address === getCurrentUrl()
  if (!isSameUrl || Object.keys(positions).length > 0) return false
  positions[last.address] = last.top
  return true
}

/** Deletes all stored positions. */
export function forgetScrollPositions(): void {
  positions = {}
  lastPosition.remove()
}

/** Stores the scroll position of each URL, and restores it on a return. */
export function watchScrollPositions(): void {
  history.scrollRestoration = 'manual'
  let isScheduled = false
  let timer: ReturnType<typeof setTimeout>
  const storeLastPosition = () => {
    clearTimeout(timer)
    const top = positions[currentUrl]
    if (top !== undefined) lastPosition.write({ address: currentUrl, top, on: Date.now() })
  }
  addEventListener(
    'scroll',
    () => {
      if (isScheduled) return
      isScheduled = true
      requestAnimationFrame(() => {
        isScheduled = false
        if (currentUrl !== getCurrentUrl()) return
        positions[currentUrl] = readPosition()
        clearTimeout(timer)
        timer = setTimeout(storeLastPosition, storeDelayInMs)
      })
    },
    { passive: true },
  )
  // the page may have scrolled since the last frame, and the scroll event would be assigned to the next page
  const storeOnLeave = () => {
    const hadLeftUrl = hasLeftUrl
    // a photo opened over the page has its own URL, and closing it returns to the URL of the page
    hasLeftUrl = currentUrl !== getCurrentUrl()
    // later renders show another page or its skeleton
    if (hasLeftUrl && !hadLeftUrl && !isWaitingForHeight) positions[currentUrl] = readPosition()
  }
  for (const type of ['popstate', 'pushState', 'replaceState']) addEventListener(type, storeOnLeave)
  getDefaultStore().sub(lastPosition.atom, () => {
    if (wasKilled !== false || currentUrl !== getCurrentUrl()) return
    wasKilled = adoptLastPosition()
    if (wasKilled) restoreScroll()
  })
  /** Position at `pagehide`: browsers scroll the page and fire `scroll` both before and after `pageshow`. */
  let positionOnLeave: number | undefined
  addEventListener('pagehide', () => {
    storeLastPosition()
    positionOnLeave = positions[currentUrl]
    try {
      if (Object.keys(positions).length > 0) sessionStorage.setItem(storageKey, JSON.stringify(positions))
    } catch {
      // full or blocked storage loses only the position
    }
  })
  addEventListener('pageshow', ({ persisted }) => {
    // restoring from the back/forward cache, WebKit (2.50) scrolls a page with manual scroll restoration to its top
    if (!persisted || currentUrl !== getCurrentUrl() || positionOnLeave === undefined) return
    positions[currentUrl] = positionOnLeave
    revertBrowserScroll(positionOnLeave)
  })
}

function getCurrentUrl(): string {
  return location.pathname + location.search
}

/** Scrolls the mounted page: to its stored position on a return, else to its top. */
export function restoreScroll(): void {
  currentUrl = getCurrentUrl()
  hasLeftUrl = false
  wasKilled ??= adoptLastPosition()
  const position = isReturn() ? positions[currentUrl] : undefined
  if (position !== undefined && position + getHeightAbove() > 0) {
    scrollToPosition(position)
    waitForHeight(position)
    // a page just loaded is at its top, or where it was scrolled to before hydration
  } else if (getLastNavigationType() !== 'first') scrollTo({ top: 0, behavior: 'instant' })
}

/** Returns whether the user returns to a position: by going back, or by a reload. */
function isReturn(): boolean {
  if (getLastNavigationType() !== 'first') return getLastNavigationType() === 'pop'
  const [navigationEntry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return wasKilled === true || navigationEntry?.type === 'reload' || navigationEntry?.type === 'back_forward'
}

/** Time within which browsers scroll a page restored from the back/forward cache. */
const browserScrollTimeInMs = 500

/** Reverts scrolling by the browser for `browserScrollTimeInMs`, unless the user scrolls. */
function revertBrowserScroll(position: number): void {
  const scrollBack = () => {
    if (Math.abs(readPosition() - position) > 1) scrollToPosition(position)
  }
  const stop = () => {
    clearTimeout(timer)
    for (const type of userInputEvents) removeEventListener(type, stop)
    removeEventListener('scroll', scrollBack)
  }
  const timer = setTimeout(stop, browserScrollTimeInMs)
  for (const type of userInputEvents) addEventListener(type, stop, { passive: true })
  addEventListener('scroll', scrollBack, { passive: true })
  scrollBack()
}

/** Whether the page is still too short for its stored position. */
let isWaitingForHeight = false

/** Lists the events that cancel the restoration, because the user has taken over. */
const userInputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate', 'pushState']

/**
 * Scrolls to the position repeatedly. Content may arrive after the page, and late fonts change its height: ends when both are
 * loaded or the user scrolls.
 */
function waitForHeight(position: number): void {
  isWaitingForHeight = true
  const scrollBack = () => {
    scrollToPosition(position)
    if (Math.abs(readPosition() - position) < 2 && document.fonts.status === 'loaded') stop()
  }
  const observer = new ResizeObserver(scrollBack)
  const stop = () => {
    isWaitingForHeight = false
    observer.disconnect()
    clearTimeout(timer)
    for (const type of userInputEvents) removeEventListener(type, stop)
  }
  const timer = setTimeout(stop, heightTimeoutInMs)
  for (const type of userInputEvents) addEventListener(type, stop, { passive: true })
  observer.observe(document.body)
}
