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
import { findRow, listBoxes, type Row, type RowsLayout, type RowsOptions, rowAt } from './layout-rows.ts'

interface Tiles {
  count: number
  layout: RowsLayout
  aspects: ArrayLike<number>
  options: RowsOptions
}

/** Implements a roving tabindex for the gallery: arrows move over tiles, Home and End jump, PageUp and PageDown stay native. */
export function useRowKeys(box: RefObject<HTMLElement | null>, tiles: Tiles) {
  const [active, setActive] = useState(0)
  const [focused, setFocused] = useState(false)
  /** Mirrors `activeIndex`, whose render may be delayed. */
  const here = useRef(0)
  const wanted = useRef<number | null>(null)
  const now = useRef(tiles)
  useLayoutEffect(() => {
    now.current = tiles
  })

  const show = useCallback(
    (index: number, { focus = false, toTop = false }: { focus?: boolean; toTop?: boolean } = {}) => {
      const { layout } = now.current
      const row = layout.rows[findRow(layout.rows, index)]
      const element = box.current
      if (!row || !element) return
      scrollToRow(element, row, toTop)
      here.current = index
      setActive(index)
      if (focus) {
        wanted.current = index
        setFocused(true)
      }
    },
    [box],
  )

  const firstShown = useCallback(() => {
    const { rows } = now.current.layout
    const above = measureStickyHeight() - (box.current?.getBoundingClientRect().top ?? 0)
    // a row with less than half of it visible does not count
    const at = rowAt(rows, above)
    const row = rows[at]
    return (row && above > row.top + row.height / 2 ? rows[at + 1] : row)?.first ?? 0
  }, [box])

  // the tile may only be rendered now: focuses it after the render
  useEffect(() => {
    if (wanted.current === null) return
    const target = box.current?.querySelector<HTMLElement>(`[data-tile="${wanted.current}"] :is(a, button)`)
    if (!target) return
    target.focus({ preventScroll: true })
    // elements under an open dialog are inert: retry when it is closed
    if (document.activeElement !== target) return
    const index = wanted.current
    wanted.current = null
    afterOthers(() => {
      const { activeElement } = document
      if (activeElement === target || activeElement?.closest('[role=dialog]')) return
      show(index, { focus: true })
    })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = neighbour(now.current, here.current, event.key)
    if (next === undefined) return
    event.preventDefault()
    if (next !== here.current) show(next, { focus: true })
  }
  const onFocus = (event: FocusEvent) => {
    const index = findTileIndex(event.target)
    if (index === undefined) return
    here.current = index
    // the press that moved the focus is handled first
    startTransition(() => {
      setActive(index)
      setFocused(true)
    })
  }
  const onBlur = (event: FocusEvent) => {
    if (!box.current?.contains(event.relatedTarget)) setFocused(false)
  }
  /** The focused row, which must stay mounted. */
  const focusedRow = (rows: Row[]) => (focused ? rows[findRow(rows, active)] : undefined)
  return {
    active: Math.min(active, Math.max(0, tiles.count - 1)),
    show,
    firstShown,
    onKeyDown,
    onFocus,
    onBlur,
    focusedRow,
  }
}

/**
 * Runs work after Headless UI has moved the focus once more, which it does after a dialog has closed: to its opener, which may
 * be another tile by now, or to the previously focused element. Its microtask, and the timer of `keepFocus`, end before a timer
 * of the next frame.
 *
 * @param work skipped after a key or pointer press of the user
 */
function afterOthers(work: () => void): void {
  const stop = new AbortController()
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, () => stop.abort(), { capture: true, signal: stop.signal })
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (stop.signal.aborted) return
      stop.abort()
      work()
    }),
  )
}

function findTileIndex(target: EventTarget): number | undefined {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null
  return tile ? Number(tile.dataset.tile) : undefined
}

function neighbour(tiles: Tiles, active: number, key: string): number | undefined {
  const last = tiles.count - 1
  if (last < 0) return undefined
  if (key === 'ArrowRight') return Math.min(last, active + 1)
  if (key === 'ArrowLeft') return Math.max(0, active - 1)
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowDown' || key === 'ArrowUp') return inNextRow(tiles, active, key === 'ArrowDown' ? 1 : -1)
  return undefined
}

/** Returns the tile in the row above or below whose center is nearest. */
function inNextRow({ layout, aspects, options }: Tiles, active: number, step: 1 | -1): number {
  const at = findRow(layout.rows, active)
  const from = layout.rows[at]
  const to = layout.rows[at + step]
  if (!from || !to) return active
  const own = listBoxes(from, aspects, options)[active - from.first]
  const middle = own ? own.left + own.width / 2 : 0
  let best = to.first
  let bestGap = Number.POSITIVE_INFINITY
  listBoxes(to, aspects, options).forEach((tile, offset) => {
    const away = Math.abs(tile.left + tile.width / 2 - middle)
    if (away < bestGap) {
      bestGap = away
      best = to.first + offset
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
  const roof = measureStickyHeight() + 8
  const floor = window.innerHeight - readHeight('--pf-dock') - 8
  if (top < roof || toTop) window.scrollBy({ top: top - roof, behavior: 'instant' })
  else if (top + row.height > floor) window.scrollBy({ top: top + row.height - floor, behavior: 'instant' })
}
