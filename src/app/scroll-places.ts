import { getDefaultStore } from 'jotai'
import * as z from 'zod/mini'
import { lastArrival } from '../platform/navigation/index.ts'
import { stored } from '../platform/storage/index.ts'

const storageKey = 'scrollPlaces'
/** A bad network may take its time to bring what makes the page tall. */
const patienceInMs = 20_000

type Places = Record<string, number>

function readPlaces(): Places {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Places
  } catch {
    return {}
  }
}

/** Where the app was last seen; the tab's own storage goes with a tab that the system ends. */
const lastPlace = stored({
  key: 'lastPlace',
  schema: z.nullable(z.object({ address: z.string(), top: z.number(), on: z.number() })),
  initial: null,
})
/** Opened again within this time, an app that was ended goes on where it was. */
const sameVisitInMs = 30 * 60_000
const rememberAfterInMs = 400

let places = readPlaces()
let current = ''
/** Known once a page has appeared: what was lost with the browser is brought back before that, or soon after. */
let wasEnded: boolean | undefined

/** Whether a tab without a past opens what was open when the app was ended. */
function takeUpLastPlace(): boolean {
  const last = lastPlace.read()
  // a place of now is another tab's
  const isOfBefore = last && last.on < performance.timeOrigin && Date.now() - last.on < sameVisitInMs
  const isSame = isOfBefore && last.address === addressNow()
  if (!isSame || Object.keys(places).length > 0) return false
  places[last.address] = last.top
  return true
}

/** Leaves no trace of what was open in this tab. */
export function forgetScrollPlaces(): void {
  places = {}
  lastPlace.remove()
}

/** Remembers how far down each address was left, and goes back there when the user does. */
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
        places[current] = Math.round(scrollY)
        clearTimeout(timer)
        timer = setTimeout(remember, rememberAfterInMs)
      })
    },
    { passive: true },
  )
  getDefaultStore().sub(lastPlace.atom, () => {
    if (wasEnded !== false || current !== addressNow()) return
    wasEnded = takeUpLastPlace()
    if (wasEnded) settleScroll()
  })
  addEventListener('pagehide', () => {
    remember()
    try {
      if (Object.keys(places).length > 0) sessionStorage.setItem(storageKey, JSON.stringify(places))
    } catch {
      // a full or blocked storage costs the place, nothing else
    }
  })
  addEventListener('pageshow', ({ persisted }) => {
    const top = places[current]
    // out of the back/forward cache WebKit (2.50) moves a page to its top whose scroll restoration is manual
    if (persisted && current === addressNow() && top !== undefined) scrollTo({ top, behavior: 'instant' })
  })
}

function addressNow(): string {
  return location.pathname + location.search
}

/** Puts the page that has just appeared where it belongs: to its place after going back, else to its top. */
export function settleScroll(): void {
  current = addressNow()
  wasEnded ??= takeUpLastPlace()
  const place = isReturn() ? (places[current] ?? 0) : 0
  // a page that has just been loaded is at its top, or where she has scrolled it to before the app came
  if (place > 0 || lastArrival() !== 'first') scrollTo({ top: place, behavior: 'instant' })
  if (place > 0) waitForHeight(place)
}

/** Whether the user comes back to a place that she left: by going back, or by a reload. */
function isReturn(): boolean {
  if (lastArrival() !== 'first') return lastArrival() === 'pop'
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return wasEnded === true || load?.type === 'reload' || load?.type === 'back_forward'
}

/** What ends the way back to a place: the user goes on by herself. */
const takesOver = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate', 'pushState']

/**
 * What a page shows may arrive after the page, and letters that come late change its height: keeps trying until both
 * are here or the user scrolls herself.
 */
function waitForHeight(place: number): void {
  const goThere = () => {
    scrollTo({ top: place, behavior: 'instant' })
    if (Math.abs(scrollY - place) < 2 && document.fonts.status === 'loaded') stop()
  }
  const observer = new ResizeObserver(goThere)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const type of takesOver) removeEventListener(type, stop)
  }
  const timer = setTimeout(stop, patienceInMs)
  for (const type of takesOver) addEventListener(type, stop, { passive: true })
  observer.observe(document.body)
}
