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
import { firstScreenNow } from '../lib/first-screen.ts'
import { layoutRows, type RowsLayout, type RowsOptions, rowAt, rowOf } from './layout-rows.ts'

interface RowsInput {
  count: number
  aspectOf: (index: number) => number
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
/** About as wide as the rows are in the window that the server has in mind; only their proportions count. */
const FIRST_WIDTH = { small: 372, wide: 912 }
const FIRST_ROWS = 3

/** Not `innerWidth`: a phone that was turned counts in it what still sticks out of the screen. */
function screenWidth(): number {
  if (typeof window === 'undefined') return WIDE_FROM
  return document.documentElement.clientWidth || window.innerWidth
}

/** Lays the tiles out for the width of the box and follows the window's scroll with a range of rows to draw. */
export function useRows(box: RefObject<HTMLElement | null>, input: RowsInput) {
  const { count, aspectOf, version, targetHeight, gap } = input
  const [measured, setWidth] = useState(0)
  const [first] = useState(firstScreenNow)
  // not measured yet, and on the server never
  const isFirst = first !== undefined && measured === 0
  const width = isFirst ? FIRST_WIDTH[first.small ? 'small' : 'wide'] : measured
  const options = useMemo<RowsOptions>(() => {
    const screen = isFirst ? width : screenWidth()
    const target = screen < NARROW_BELOW ? 150 : screen < WIDE_FROM ? 226 : 224
    return { width, targetHeight: targetHeight ?? target, gap: gap ?? (screen < NARROW_BELOW ? 4 : 8) }
  }, [isFirst, width, targetHeight, gap])
  const aspects = useAspects(count, aspectOf, version)
  const layout = useMemo(() => layoutRows(aspects, options), [aspects, options])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = () => setWidth(Math.floor(element.clientWidth))
    // rows that stand already are measured once they are laid out, and need not be right before the next frame
    const observer = new ResizeObserver(first ? () => startTransition(look) : look)
    if (!first) look()
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, first])

  const { range, seenAbove } = useRange(box, layout, isFirst)
  useAnchor(box, layout, isFirst, seenAbove)
  useReports(layout, range, input)
  return { layout, aspects, options, range, isFirst }
}

/** `aspectOf` is usually made anew on every render, so it is asked only when the count or the version changes. */
function useAspects(count: number, aspectOf: (index: number) => number, version: unknown): Float32Array {
  const ask = () => {
    const aspects = new Float32Array(count)
    for (let index = 0; index < count; index++) aspects[index] = aspectOf(index)
    return { count, version, aspects }
  }
  const [known, setKnown] = useState(ask)
  if (known.count === count && Object.is(known.version, version)) return known.aspects
  const fresh = ask()
  setKnown(fresh)
  return fresh.aspects
}

/**
 * Rows within one screen above and below the window: whatever is drawn fetches its pictures.
 *
 * @returns with them how much of the rows, in px, was above the window when it was last looked at
 */
function useRange(box: RefObject<HTMLElement | null>, layout: RowsLayout, waits: boolean) {
  const seenAbove = useRef(0)
  const [standing] = useState(waits)
  const [range, setRange] = useState<RowRange>({ firstRow: 0, endRow: standing ? FIRST_ROWS : 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element || waits) return undefined
    let frame = 0
    const look = () => {
      frame = 0
      const screen = window.innerHeight
      const above = -element.getBoundingClientRect().top
      seenAbove.current = above
      const firstRow = rowAt(layout.rows, above - screen)
      const endRow = layout.rows.length === 0 ? 0 : rowAt(layout.rows, above + screen * 2) + 1
      setRange((old) => (old.firstRow === firstRow && old.endRow === endRow ? old : { firstRow, endRow }))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    // below the rows that stand there is time for more, until these are laid out
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

/** When pages arrive and rows above change their height, what the eye rests on stays where it is. */
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
    // the first rows stand in shares of the width, so that measuring them moves nothing
    if (!element || wasFirst || old === layout) return
    // to ask where they are would have the browser lay all of it out now
    if (seenAbove.current <= 0 || startsAlike(old, layout)) return
    const above = -element.getBoundingClientRect().top
    if (above <= 0) return
    const oldRow = old.rows[rowAt(old.rows, above)]
    if (!oldRow) return
    const newRow = layout.rows[rowOf(layout.rows, oldRow.first)]
    const shift = newRow ? newRow.top - oldRow.top : 0
    if (shift !== 0) window.scrollBy({ top: shift, behavior: 'instant' })
  }, [box, layout, isFirst, seenAbove])
}

/** Whether all that was there stands where it stood; its last row may have been filled. */
function startsAlike(old: RowsLayout, fresh: RowsLayout): boolean {
  return old.rows.every(
    ({ top, first }, index) => fresh.rows[index]?.top === top && fresh.rows[index].first === first,
  )
}

function useReports(layout: RowsLayout, range: RowRange, { count, onRange, onReachEnd }: RowsInput) {
  const endTold = useRef(-1)
  const tell = useEffectEvent((first: number, end: number) => {
    onRange?.(first, end)
    if (end < count || endTold.current === count) return
    endTold.current = count
    onReachEnd?.()
  })
  useEffect(() => {
    const first = layout.rows[range.firstRow]
    const last = layout.rows[Math.min(range.endRow, layout.rows.length) - 1]
    if (first && last) tell(first.first, last.end)
  }, [layout, range])
}
