import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { findRow, findRowAt, listBoxes, type Row, type RowsLayout, type RowsOptions } from './layout-rows.ts'

interface Tiles {
  count: number
  layout: RowsLayout
  aspects: ArrayLike<number>
  options: RowsOptions
}

/** Implements a roving tabindex for the gallery: arrows move over tiles, Home and End jump, PageUp and PageDown stay native. */
export function useRowKeys(container: RefObject<HTMLElement | null>, tiles: Tiles) {
  const [activeIndex, setActiveIndex] = useState(0)
  const [isFocused, setIsFocused] = useState(false)
  /** Mirrors `activeIndex`, whose render may be delayed. */
  const activeIndexRef = useRef(0)
  const indexToFocus = useRef<number | null>(null)
  const tilesRef = useRef(tiles)
  useLayoutEffect(() => {
    tilesRef.current = tiles
  })

  const show = useCallback(
    (index: number, { focus = false, toTop = false }: { focus?: boolean; toTop?: boolean } = {}) => {
      const { layout } = tilesRef.current
      const row = layout.rows[findRow(layout.rows, index)]
      const element = container.current
      if (!row || !element) return
      scrollToRow(element, row, toTop)
      activeIndexRef.current = index
      setActiveIndex(index)
      if (focus) {
        indexToFocus.current = index
        setIsFocused(true)
      }
    },
    [container],
  )

  const getFirstVisibleIndex = useCallback(() => {
    const { rows } = tilesRef.current.layout
    const coveredHeight = measureStickyHeight() - (container.current?.getBoundingClientRect().top ?? 0)
    // a row with less than half of it visible does not count
    const rowIndex = findRowAt(rows, coveredHeight)
    const row = rows[rowIndex]
    return (row && coveredHeight > row.top + row.height / 2 ? rows[rowIndex + 1] : row)?.first ?? 0
  }, [container])

  // the tile may only be rendered now: focuses it after the render
  useEffect(() => {
    if (indexToFocus.current === null) return
    const target = container.current?.querySelector<HTMLElement>(
      `[data-tile="${indexToFocus.current}"] :is(a, button)`,
    )
    if (!target) return
    target.focus({ preventScroll: true })
    // elements under an open dialog are inert: retry when it is closed
    if (document.activeElement !== target) return
    const index = indexToFocus.current
    indexToFocus.current = null
    runAfterFocusRestore(() => {
      const { activeElement } = document
      if (activeElement === target || activeElement?.closest('[role=dialog]')) return
      show(index, { focus: true })
    })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = getNextIndex(tilesRef.current, activeIndexRef.current, event.key)
    if (next === undefined) return
    event.preventDefault()
    if (next !== activeIndexRef.current) show(next, { focus: true })
  }
  const onFocus = (event: FocusEvent) => {
    const index = findTileIndex(event.target)
    if (index === undefined) return
    activeIndexRef.current = index
    // the press that moved the focus is handled first
    startTransition(() => {
      setActiveIndex(index)
      setIsFocused(true)
    })
  }
  const onBlur = (event: FocusEvent) => {
    if (!container.current?.contains(event.relatedTarget)) setIsFocused(false)
  }
  /** The focused row, which must stay mounted. */
  const focusedRow = (rows: Row[]) => (isFocused ? rows[findRow(rows, activeIndex)] : undefined)
  return {
    active: Math.min(activeIndex, Math.max(0, tiles.count - 1)),
    show,
    getFirstVisibleIndex,
    onKeyDown,
    onFocus,
    onBlur,
    focusedRow,
  }
}

/**
 * Runs work after Headless UI has moved the focus once more, which it does after a dialog has closed: to its opener, which may
 * be another tile by now, or to the previously focused element. Its microtask, and the timer of `restoreLostFocus`, end before a timer
 * of the next frame.
 *
 * @param work skipped after a key or pointer press of the user
 */
function runAfterFocusRestore(work: () => void): void {
  const controller = new AbortController()
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, () => controller.abort(), { capture: true, signal: controller.signal })
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (controller.signal.aborted) return
      controller.abort()
      work()
    }),
  )
}

function findTileIndex(target: EventTarget): number | undefined {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null
  return tile ? Number(tile.dataset.tile) : undefined
}

function getNextIndex(tiles: Tiles, activeIndex: number, key: string): number | undefined {
  const lastIndex = tiles.count - 1
  if (lastIndex < 0) return undefined
  if (key === 'ArrowRight') return Math.min(lastIndex, activeIndex + 1)
  if (key === 'ArrowLeft') return Math.max(0, activeIndex - 1)
  if (key === 'Home') return 0
  if (key === 'End') return lastIndex
  if (key === 'ArrowDown' || key === 'ArrowUp')
    return getIndexInNextRow(tiles, activeIndex, key === 'ArrowDown' ? 1 : -1)
  return undefined
}

/** Returns the tile in the row above or below whose center is nearest. */
function getIndexInNextRow(
  { layout, aspects: aspectRatios, options }: Tiles,
  activeIndex: number,
  step: 1 | -1,
): number {
  const rowIndex = findRow(layout.rows, activeIndex)
  const activeRow = layout.rows[rowIndex]
  const nextRow = layout.rows[rowIndex + step]
  if (!activeRow || !nextRow) return activeIndex
  const activeBox = listBoxes(activeRow, aspectRatios, options)[activeIndex - activeRow.first]
  const centerX = activeBox ? activeBox.left + activeBox.width / 2 : 0
  let best = nextRow.first
  let bestGap = Number.POSITIVE_INFINITY
  listBoxes(nextRow, aspectRatios, options).forEach((tile, offset) => {
    const distance = Math.abs(tile.left + tile.width / 2 - centerX)
    if (distance < bestGap) {
      bestGap = distance
      best = nextRow.first + offset
    }
  })
  return best
}

/** Returns a height published by the shell as a custom property, in px. */
function readHeight(property: string): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(property)) || 0
}

/** Returns the height covered at the top of the page, in px: the bar and the offline bar. */
function measureStickyHeight(): number {
  return readHeight('--pf-bar') + readHeight('--pf-above')
}

/** Scrolls the window so that the row is fully visible between bar and dock; does nothing when it is. */
function scrollToRow(element: HTMLElement, row: Row, toTop: boolean) {
  const top = element.getBoundingClientRect().top + row.top
  const visibleTop = measureStickyHeight() + 8
  const visibleBottom = window.innerHeight - readHeight('--pf-dock') - 8
  if (top < visibleTop || toTop) window.scrollBy({ top: top - visibleTop, behavior: 'instant' })
  else if (top + row.height > visibleBottom)
    window.scrollBy({ top: top + row.height - visibleBottom, behavior: 'instant' })
}
