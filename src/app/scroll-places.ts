import { getDefaultStore } from 'jotai'
import * as z from 'zod/mini'
import { lastNavigationType } from '../platform/navigation/index.ts'
import { persisted } from '../platform/storage/index.ts'

const storageKey = 'scrollPlaces'
/** Maximum wait, on a slow network, for the content that makes the page tall enough. */
const patienceInMs = 20_000

/** Maps each path with its query to the scroll position in px, relative to `main`: the bar above it varies in height. */
type Places = Record<string, number>

const heightAbove = () => document.getElementById('main')?.offsetTop ?? 0
const placeNow = () => Math.round(scrollY - heightAbove())
const scrollToPlace = (place: number) => scrollTo({ top: place + heightAbove(), behavior: 'instant' })

function readPlaces(): Places {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Places
  } catch {
    return {}
  }
}

/** Stores the last path with query, and its position; session storage is lost when the system kills the tab. */
const lastPlace = persisted({
  key: 'lastPlace',
  schema: z.nullable(z.object({ address: z.string(), top: z.number(), on: z.number() })),
  initial: null,
})
/** Maximum time after which a killed app that is reopened restores its position. */
const sameVisitInMs = 30 * 60_000
const rememberAfterInMs = 400

let places = readPlaces()
let current = ''
/** Whether the URL of the page differs from `currentUrl`. */
let isLeft = false
/** Whether the app was killed; undefined until a page has mounted. Lost storage is restored before that, or soon after. */
let wasEnded: boolean | undefined

/** Returns whether a new tab opens the URL that was open when the app was killed. Adopts its stored position if so. */
function takeUpLastPlace(): boolean {
  const last = lastPlace.read()
  // an entry newer than this page is from another tab
  const isOfBefore = last && last.on < performance.timeOrigin && Date.now() - last.on < sameVisitInMs
  const isSame = isOfBefore && last.address === addressNow()
  if (!isSame || Object.keys(places).length > 0) return false
  places[last.address] = last.top
  return true
}

/** Deletes all stored positions. */
export function forgetScrollPlaces(): void {
  places = {}
  lastPlace.remove()
}

/** Stores the scroll position of each URL, and restores it on a return. */
export function watchScrollPlaces(): void {
  history.scrollRestoration = 'manual'
  let planned = false
  let timer: ReturnType<typeof setTimeout>
  const remember = () => {
    clearTimeout(timer)
    const top = places[current]
    if (top !== undefined) lastPlace.write({ address: current, top, on: Date.now() })
  }
  addEventListener(
    'scroll',
    () => {
      if (planned) return
      planned = true
      requestAnimationFrame(() => {
        planned = false
        if (current !== addressNow()) return
        places[current] = placeNow()
        clearTimeout(timer)
        timer = setTimeout(remember, rememberAfterInMs)
      })
    },
    { passive: true },
  )
  // the page may have scrolled since the last frame, and the scroll event would be assigned to the next page
  const rememberLeft = () => {
    const wasLeft = isLeft
    // a photo opened over the page has its own URL, and closing it returns to the URL of the page
    isLeft = current !== addressNow()
    // later renders show another page or its skeleton
    if (isLeft && !wasLeft && !isOnItsWay) places[current] = placeNow()
  }
  for (const type of ['popstate', 'pushState', 'replaceState']) addEventListener(type, rememberLeft)
  getDefaultStore().sub(lastPlace.atom, () => {
    if (wasEnded !== false || current !== addressNow()) return
    wasEnded = takeUpLastPlace()
    if (wasEnded) settleScroll()
  })
  /** Position at `pagehide`: browsers scroll the page and fire `scroll` both before and after `pageshow`. */
  let leftAt: number | undefined
  addEventListener('pagehide', () => {
    remember()
    leftAt = places[current]
    try {
      if (Object.keys(places).length > 0) sessionStorage.setItem(storageKey, JSON.stringify(places))
    } catch {
      // full or blocked storage loses only the position
    }
  })
  addEventListener('pageshow', ({ persisted }) => {
    // restoring from the back/forward cache, WebKit (2.50) scrolls a page with manual scroll restoration to its top
    if (!persisted || current !== addressNow() || leftAt === undefined) return
    places[current] = leftAt
    keepAt(leftAt)
  })
}

function addressNow(): string {
  return location.pathname + location.search
}

/** Scrolls the mounted page: to its stored position on a return, else to its top. */
export function settleScroll(): void {
  current = addressNow()
  isLeft = false
  wasEnded ??= takeUpLastPlace()
  const place = isReturn() ? places[current] : undefined
  if (place !== undefined && place + heightAbove() > 0) {
    scrollToPlace(place)
    waitForHeight(place)
    // a page just loaded is at its top, or where it was scrolled to before hydration
  } else if (lastNavigationType() !== 'first') scrollTo({ top: 0, behavior: 'instant' })
}

/** Returns whether the user returns to a position: by going back, or by a reload. */
function isReturn(): boolean {
  if (lastNavigationType() !== 'first') return lastNavigationType() === 'pop'
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return wasEnded === true || load?.type === 'reload' || load?.type === 'back_forward'
}

/** Time within which browsers scroll a page restored from the back/forward cache. */
const placingInMs = 500

/** Reverts scrolling by the browser for `browserScrollTimeInMs`, unless the user scrolls. */
function keepAt(place: number): void {
  const goThere = () => {
    if (Math.abs(placeNow() - place) > 1) scrollToPlace(place)
  }
  const stop = () => {
    clearTimeout(timer)
    for (const type of takesOver) removeEventListener(type, stop)
    removeEventListener('scroll', goThere)
  }
  const timer = setTimeout(stop, placingInMs)
  for (const type of takesOver) addEventListener(type, stop, { passive: true })
  addEventListener('scroll', goThere, { passive: true })
  goThere()
}

/** Whether the page is still too short for its stored position. */
let isOnItsWay = false

/** Lists the events that cancel the restoration, because the user has taken over. */
const takesOver = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate', 'pushState']

/**
 * Scrolls to the position repeatedly. Content may arrive after the page, and late fonts change its height: ends when both are
 * loaded or the user scrolls.
 */
function waitForHeight(place: number): void {
  isOnItsWay = true
  const goThere = () => {
    scrollToPlace(place)
    if (Math.abs(placeNow() - place) < 2 && document.fonts.status === 'loaded') stop()
  }
  const observer = new ResizeObserver(goThere)
  const stop = () => {
    isOnItsWay = false
    observer.disconnect()
    clearTimeout(timer)
    for (const type of takesOver) removeEventListener(type, stop)
  }
  const timer = setTimeout(stop, patienceInMs)
  for (const type of takesOver) addEventListener(type, stop, { passive: true })
  observer.observe(document.body)
}
