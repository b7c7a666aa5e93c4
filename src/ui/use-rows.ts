import {
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { hydrationData } from '../lib/initial-data.ts'
import { findRow, layoutRows, listWidths, type RowsLayout, type RowsOptions, rowAt } from './layout-rows.ts'

interface RowsInput {
  count: number
  getAspectRatio: (index: number) => number
  version?: unknown
  targetHeight?: number
  gap?: number
  onRange?: (first: number, end: number) => void
  onReachEnd?: () => void
}

interface RowRange {
  firstRow: number
  endRow: number
}

const NARROW_BELOW = 768
const WIDE_FROM = 1200
/** Approximates the width of the rows in the window assumed during SSR; only the proportions count. */
const FIRST_WIDTH = { small: 372, wide: 912 }
/** Number of rows that the server renders: they fill a screen without a cover above them. */
const FIRST_ROWS = { small: 5, wide: 3 }
/** Exceeds the number of tiles that these rows usually have. */
const FIRST_TILES = 36

/** Returns the width of the screen. Not `innerWidth`: after a rotation, phones include overflowing content in it. */
function screenWidth(): number {
  if (typeof window === 'undefined') return WIDE_FROM
  return document.documentElement.clientWidth || window.innerWidth
}

/** Returns the layout options for a screen width; explicit values take precedence. */
function optionsIn(screen: number, wanted: Partial<RowsOptions> & { width: number }): RowsOptions {
  const { width, targetHeight, gap } = wanted
  const target = screen < NARROW_BELOW ? 150 : screen < WIDE_FROM ? 226 : 224
  return { width, targetHeight: targetHeight ?? target, gap: gap ?? (screen < NARROW_BELOW ? 4 : 8) }
}

/** Lays the tiles out for the width of the box and follows the window's scroll with a range of rows to render. */
export function useRows(box: RefObject<HTMLElement | null>, input: RowsInput) {
  const { count, getAspectRatio, version, targetHeight, gap } = input
  const [measured, setWidth] = useState(0)
  const [first] = useState(hydrationData)
  // not measured yet; the server never measures
  const isFirst = first !== undefined && measured === 0
  const width = isFirst ? FIRST_WIDTH[first.small ? 'small' : 'wide'] : measured
  const options = useMemo(
    () => optionsIn(isFirst ? width : screenWidth(), { width, targetHeight, gap }),
    [isFirst, width, targetHeight, gap],
  )
  const aspects = useAspects(count, getAspectRatio, version)
  const layout = useMemo(() => layoutRows(aspects, options), [aspects, options])
  const isForWide = isFirst && !first.small
  const narrowWidths = useMemo(() => {
    if (!isForWide) return undefined
    const few = aspects.slice(0, FIRST_TILES)
    const narrow = optionsIn(FIRST_WIDTH.small, { width: FIRST_WIDTH.small, targetHeight, gap })
    return listWidths(layoutRows(few, narrow), few, narrow)
  }, [isForWide, aspects, targetHeight, gap])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = () => setWidth(Math.floor(element.clientWidth))
    // existing rows are measured after layout, and need not be corrected before the next frame
    const observer = new ResizeObserver(first ? () => startTransition(look) : look)
    if (!first) look()
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, first])

  const { range, seenAbove } = useRange(
    box,
    layout,
    isFirst,
    first && FIRST_ROWS[first.small ? 'small' : 'wide'],
  )
  useAnchor(box, layout, isFirst, seenAbove)
  useReports(layout, range, input)
  return { layout, aspects, options, range, isFirst, narrowWidths }
}

/** Calls `getAspectRatio` only when the count or the version changes, as callers usually pass a new function on every render. */
function useAspects(
  count: number,
  getAspectRatio: (index: number) => number,
  version: unknown,
): Float32Array {
  const ask = () => {
    const aspects = new Float32Array(count)
    for (let index = 0; index < count; index++) aspects[index] = getAspectRatio(index)
    return { count, version, aspects }
  }
  const [known, setKnown] = useState(ask)
  if (known.count === count && Object.is(known.version, version)) return known.aspects
  const fresh = ask()
  setKnown(fresh)
  return fresh.aspects
}

/** Describes the scroll position and size of the window at the last update, in px. */
interface Seen {
  /** From the top of the rows to the top of the window. */
  above: number
  /** Height of the window. */
  screen: number
}

/** Returns the rows within one screen above and below the window. */
function rangeIn({ rows }: RowsLayout, { above, screen }: Seen): RowRange {
  if (rows.length === 0) return { firstRow: 0, endRow: 0 }
  return { firstRow: rowAt(rows, above - screen), endRow: rowAt(rows, above + screen * 2) + 1 }
}

/**
 * Returns the rows to render: rendered tiles fetch their pictures. A new layout has its range at once, so that no picture is
 * fetched whose row has moved away.
 *
 * @returns also how many px of the rows were above the window at the last update
 */
function useRange(box: RefObject<HTMLElement | null>, layout: RowsLayout, waits: boolean, firstRows = 0) {
  const seenAbove = useRef(0)
  const [standing] = useState(waits)
  const [seen, setSeen] = useState<Seen>()
  const range = useMemo(
    () => (seen ? rangeIn(layout, seen) : { firstRow: 0, endRow: standing ? firstRows : 0 }),
    [layout, seen, standing, firstRows],
  )
  useLayoutEffect(() => {
    const element = box.current
    if (!element || waits) return undefined
    let frame = 0
    const look = () => {
      frame = 0
      const now = { above: -element.getBoundingClientRect().top, screen: window.innerHeight }
      seenAbove.current = now.above
      const { firstRow, endRow } = rangeIn(layout, now)
      setSeen((old) => {
        const former = old && rangeIn(layout, old)
        return former?.firstRow === firstRow && former.endRow === endRow ? old : now
      })
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    // server-rendered rows fill the screen, so further rows can wait until the layout is measured
    const observer = new ResizeObserver(() => startTransition(look))
    if (standing) observer.observe(element)
    else look()
    window.addEventListener('scroll', soon, { passive: true })
    window.addEventListener('resize', soon)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', soon)
      window.removeEventListener('resize', soon)
    }
  }, [box, layout, waits, standing])
  return { range, seenAbove }
}

/** Anchors the scroll position: when pages load and rows above change their height, the visible rows keep their position. */
function useAnchor(
  box: RefObject<HTMLElement | null>,
  layout: RowsLayout,
  isFirst: boolean,
  seenAbove: RefObject<number>,
) {
  const before = useRef({ layout, isFirst })
  useLayoutEffect(() => {
    const { layout: old, isFirst: wasFirst } = before.current
    before.current = { layout, isFirst }
    const element = box.current
    // server-rendered rows have relative sizes, so measuring them moves nothing
    if (!element || wasFirst || old === layout) return
    // reading their position would force a layout
    if (seenAbove.current <= 0 || startsAlike(old, layout)) return
    const above = -element.getBoundingClientRect().top
    if (above <= 0) return
    const oldRow = old.rows[rowAt(old.rows, above)]
    if (!oldRow) return
    const newRow = layout.rows[findRow(layout.rows, oldRow.first)]
    const shift = newRow ? newRow.top - oldRow.top : 0
    if (shift !== 0) window.scrollBy({ top: shift, behavior: 'instant' })
  }, [box, layout, isFirst, seenAbove])
}

/** Returns whether all earlier rows keep their position; the last row may have been filled. */
function startsAlike(old: RowsLayout, fresh: RowsLayout): boolean {
  return old.rows.every(
    ({ top, first }, index) => fresh.rows[index]?.top === top && fresh.rows[index].first === first,
  )
}

function useReports(layout: RowsLayout, range: RowRange, { count, onRange, onReachEnd }: RowsInput) {
  const endTold = useRef(-1)
  const reportRange = useEffectEvent((first: number, end: number) => {
    onRange?.(first, end)
    if (end < count || endTold.current === count) return
    endTold.current = count
    onReachEnd?.()
  })
  useEffect(() => {
    const first = layout.rows[range.firstRow]
    const last = layout.rows[Math.min(range.endRow, layout.rows.length) - 1]
    if (first && last) reportRange(first.first, last.end)
  }, [layout, range])
}
