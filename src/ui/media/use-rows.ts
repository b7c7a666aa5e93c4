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
import { getHydrationData } from '../../lib/initial-data.ts'
import {
  findRow,
  findRowAt,
  layoutRows,
  listWidths,
  type RowsLayout,
  type RowsOptions,
} from './layout-rows.ts'

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

const NARROW_BELOW_IN_PX = 768
const WIDE_FROM_IN_PX = 1200
/** Approximates the width of the rows in the window assumed during SSR; only the proportions count. */
const SSR_WIDTH_IN_PX = { small: 372, wide: 912 }
/** Number of rows that the server renders: they fill a screen without a cover above them. */
const SSR_ROWS = { small: 5, wide: 3 }
/** Exceeds the number of tiles that these rows usually have. */
const SSR_TILES = 36

/** Returns the width of the screen. Not `innerWidth`: after a rotation, phones include overflowing content in it. */
function getScreenWidth(): number {
  if (typeof window === 'undefined') return WIDE_FROM_IN_PX
  return document.documentElement.clientWidth || window.innerWidth
}

/** Returns the layout options for a screen width; explicit values take precedence. */
function computeOptions(
  screenWidthInPx: number,
  givenOptions: Partial<RowsOptions> & { width: number },
): RowsOptions {
  const { width, targetHeight, gap } = givenOptions
  const defaultHeight =
    screenWidthInPx < NARROW_BELOW_IN_PX ? 150 : screenWidthInPx < WIDE_FROM_IN_PX ? 226 : 224
  return {
    width,
    targetHeight: targetHeight ?? defaultHeight,
    gap: gap ?? (screenWidthInPx < NARROW_BELOW_IN_PX ? 4 : 8),
  }
}

/** Lays the tiles out for the width of the box and follows the window's scroll with a range of rows to render. */
export function useRows(container: RefObject<HTMLElement | null>, input: RowsInput) {
  const { count, getAspectRatio, version, targetHeight, gap } = input
  const [measuredWidth, setMeasuredWidth] = useState(0)
  const [hydration] = useState(getHydrationData)
  // not measured yet; the server never measures
  const isFirstRender = hydration !== undefined && measuredWidth === 0
  const width = isFirstRender ? SSR_WIDTH_IN_PX[hydration.small ? 'small' : 'wide'] : measuredWidth
  const options = useMemo(
    () => computeOptions(isFirstRender ? width : getScreenWidth(), { width, targetHeight, gap }),
    [isFirstRender, width, targetHeight, gap],
  )
  const aspects = useAspectRatios(count, getAspectRatio, version)
  const layout = useMemo(() => layoutRows(aspects, options), [aspects, options])
  const isForWide = isFirstRender && !hydration.small
  const narrowWidths = useMemo(() => {
    if (!isForWide) return undefined
    const firstRatios = aspects.slice(0, SSR_TILES)
    const narrowOptions = computeOptions(SSR_WIDTH_IN_PX.small, {
      width: SSR_WIDTH_IN_PX.small,
      targetHeight,
      gap,
    })
    return listWidths(layoutRows(firstRatios, narrowOptions), firstRatios, narrowOptions)
  }, [isForWide, aspects, targetHeight, gap])

  useLayoutEffect(() => {
    const element = container.current
    if (!element) return undefined
    const measureWidth = () => setMeasuredWidth(Math.floor(element.clientWidth))
    // existing rows are measured after layout, and need not be corrected before the next frame
    const observer = new ResizeObserver(hydration ? () => startTransition(measureWidth) : measureWidth)
    if (!hydration) measureWidth()
    observer.observe(element)
    return () => observer.disconnect()
  }, [container, hydration])

  const { range, scrolledByRef } = useRange(
    container,
    layout,
    isFirstRender,
    hydration && SSR_ROWS[hydration.small ? 'small' : 'wide'],
  )
  useScrollAnchor(container, layout, isFirstRender, scrolledByRef)
  useRangeReports(layout, range, input)
  return { layout, aspects, options, range, isFirst: isFirstRender, narrowWidths }
}

/** Calls `getAspectRatio` only when the count or the version changes, as callers usually pass a new function on every render. */
function useAspectRatios(
  count: number,
  getAspectRatio: (index: number) => number,
  version: unknown,
): Float32Array {
  const readAspectRatios = () => {
    const aspects = new Float32Array(count)
    for (let index = 0; index < count; index++) aspects[index] = getAspectRatio(index)
    return { count, version, aspects }
  }
  const [cached, setCached] = useState(readAspectRatios)
  if (cached.count === count && Object.is(cached.version, version)) return cached.aspects
  const current = readAspectRatios()
  setCached(current)
  return current.aspects
}

/** Describes the scroll position and size of the window at the last update, in px. */
interface WindowPosition {
  /** From the top of the rows to the top of the window. */
  scrolledBy: number
  /** Height of the window. */
  windowHeight: number
}

/** Returns the rows within one screen above and below the window. */
function computeRange({ rows }: RowsLayout, { scrolledBy, windowHeight }: WindowPosition): RowRange {
  if (rows.length === 0) return { firstRow: 0, endRow: 0 }
  return {
    firstRow: findRowAt(rows, scrolledBy - windowHeight),
    endRow: findRowAt(rows, scrolledBy + windowHeight * 2) + 1,
  }
}

/**
 * Returns the rows to render: rendered tiles fetch their pictures. A new layout has its range at once, so that no picture is
 * fetched whose row has moved away.
 *
 * @returns also how many px of the rows were above the window at the last update
 */
function useRange(
  container: RefObject<HTMLElement | null>,
  layout: RowsLayout,
  isWaiting: boolean,
  firstRows = 0,
) {
  const scrolledByRef = useRef(0)
  const [isServerRendered] = useState(isWaiting)
  const [position, setPosition] = useState<WindowPosition>()
  const range = useMemo(
    () =>
      position ? computeRange(layout, position) : { firstRow: 0, endRow: isServerRendered ? firstRows : 0 },
    [layout, position, isServerRendered, firstRows],
  )
  useLayoutEffect(() => {
    const element = container.current
    if (!element || isWaiting) return undefined
    let frame = 0
    const updateRange = () => {
      frame = 0
      const newPosition = {
        scrolledBy: -element.getBoundingClientRect().top,
        windowHeight: window.innerHeight,
      }
      scrolledByRef.current = newPosition.scrolledBy
      const { firstRow, endRow } = computeRange(layout, newPosition)
      setPosition((oldPosition) => {
        const oldRange = oldPosition && computeRange(layout, oldPosition)
        return oldRange?.firstRow === firstRow && oldRange.endRow === endRow ? oldPosition : newPosition
      })
    }
    const scheduleUpdate = () => {
      frame ||= requestAnimationFrame(updateRange)
    }
    // server-rendered rows fill the screen, so further rows can wait until the layout is measured
    const observer = new ResizeObserver(() => startTransition(updateRange))
    if (isServerRendered) observer.observe(element)
    else updateRange()
    window.addEventListener('scroll', scheduleUpdate, { passive: true })
    window.addEventListener('resize', scheduleUpdate)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', scheduleUpdate)
      window.removeEventListener('resize', scheduleUpdate)
    }
  }, [container, layout, isWaiting, isServerRendered])
  return { range, scrolledByRef }
}

/** Anchors the scroll position: when pages load and rows above change their height, the visible rows keep their position. */
function useScrollAnchor(
  container: RefObject<HTMLElement | null>,
  layout: RowsLayout,
  isFirstRender: boolean,
  scrolledByRef: RefObject<number>,
) {
  const previous = useRef({ layout, isFirst: isFirstRender })
  useLayoutEffect(() => {
    const { layout: oldLayout, isFirst: wasFirstRender } = previous.current
    previous.current = { layout, isFirst: isFirstRender }
    const element = container.current
    // server-rendered rows have relative sizes, so measuring them moves nothing
    if (!element || wasFirstRender || oldLayout === layout) return
    // reading their position would force a layout
    if (scrolledByRef.current <= 0 || haveSameStart(oldLayout, layout)) return
    const scrolledBy = -element.getBoundingClientRect().top
    if (scrolledBy <= 0) return
    const oldRow = oldLayout.rows[findRowAt(oldLayout.rows, scrolledBy)]
    if (!oldRow) return
    const newRow = layout.rows[findRow(layout.rows, oldRow.first)]
    const shift = newRow ? newRow.top - oldRow.top : 0
    if (shift !== 0) window.scrollBy({ top: shift, behavior: 'instant' })
  }, [container, layout, isFirstRender, scrolledByRef])
}

/** Returns whether all earlier rows keep their position; the last row may have been filled. */
function haveSameStart(oldLayout: RowsLayout, newLayout: RowsLayout): boolean {
  return oldLayout.rows.every(
    ({ top, first }, index) => newLayout.rows[index]?.top === top && newLayout.rows[index].first === first,
  )
}

function useRangeReports(layout: RowsLayout, range: RowRange, { count, onRange, onReachEnd }: RowsInput) {
  const reportedEnd = useRef(-1)
  const reportRange = useEffectEvent((first: number, end: number) => {
    onRange?.(first, end)
    if (end < count || reportedEnd.current === count) return
    reportedEnd.current = count
    onReachEnd?.()
  })
  useEffect(() => {
    const first = layout.rows[range.firstRow]
    const last = layout.rows[Math.min(range.endRow, layout.rows.length) - 1]
    if (first && last) reportRange(first.first, last.end)
  }, [layout, range])
}
