// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { JustifiedRows, type JustifiedRowsHandle } from './JustifiedRows.tsx'

const count = 100_000

/** Stubs the layout: the width of the wall, and its position after a scroll. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(358)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ top: -window.scrollY, left: 0, width: 358, height: 0 }) as DOMRect,
  )
  vi.spyOn(window, 'scrollBy').mockImplementation((where) => {
    window.scrollY += (where as ScrollToOptions).top ?? 0
    window.dispatchEvent(new Event('scroll'))
  })
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    callback()
    return 0
  })
  window.scrollY = 0
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const getRenderedPositions = () =>
  screen.getAllByRole('listitem').map((tile) => Number(tile.getAttribute('aria-posinset')))

function renderWall() {
  const wall = createRef<JustifiedRowsHandle>()
  const ranges: [number, number][] = []
  const rows = () => (
    <JustifiedRows
      ref={wall}
      label="wall"
      count={count}
      getAspectRatio={(index) => (index % 3 === 0 ? 2 / 3 : 1.5)}
      onRange={(first, end) => ranges.push([first, end])}
      renderTile={(_, { tabIndex }) => (
        <button type="button" tabIndex={tabIndex}>
          x
        </button>
      )}
    />
  )
  const { rerender } = render(rows())
  return { wall, ranges, rerenderWall: () => rerender(rows()) }
}

it('holds a few screens of tiles, at the beginning and after a jump to the end', () => {
  const { wall, ranges } = renderWall()
  expect(getRenderedPositions()[0]).toBe(1)
  expect(getRenderedPositions().length).toBeLessThan(80)
  act(() => wall.current?.show(count - 1, { toTop: true }))
  expect(getRenderedPositions().at(-1)).toBe(count)
  expect(getRenderedPositions().length).toBeLessThan(80)
  // only tiles near the end are requested
  expect(ranges.at(-1)?.[0]).toBeGreaterThan(count - 100)
  expect(ranges.every(([first, end]) => end - first < 80)).toBe(true)
  act(() => wall.current?.show(0))
  expect(getRenderedPositions()[0]).toBe(1)
})

it('knows which tile is the first on the screen', () => {
  const { wall } = renderWall()
  expect(wall.current?.getFirstVisibleIndex()).toBe(0)
  act(() => wall.current?.show(50_000, { toTop: true }))
  const first = wall.current?.getFirstVisibleIndex() ?? 0
  // the first tile of its row
  expect(first).toBeLessThanOrEqual(50_000)
  expect(first).toBeGreaterThan(49_990)
})

it('focuses a tile once the dialog is gone that covered it', () => {
  const { wall, rerenderWall } = renderWall()
  const focusSpy = vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(() => undefined)
  act(() => wall.current?.show(70_000, { focus: true }))
  expect(document.activeElement?.closest('[aria-posinset]')).toBeFalsy()
  focusSpy.mockRestore()
  rerenderWall()
  expect(document.activeElement?.closest('[aria-posinset]')?.getAttribute('aria-posinset')).toBe('70001')
})

const getFocusedPosition = () =>
  document.activeElement?.closest('[aria-posinset]')?.getAttribute('aria-posinset')

it('focuses the tile again when a closing dialog gives the focus to its opener, another tile', async () => {
  const { wall } = renderWall()
  act(() => wall.current?.show(1, { focus: true }))
  act(() => screen.getAllByRole('button')[0]?.focus())
  expect(getFocusedPosition()).toBe('1')
  await vi.waitFor(() => expect(getFocusedPosition()).toBe('2'))
})

it('leaves the focus where the user has moved it meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { wall } = renderWall()
  act(() => wall.current?.show(1, { focus: true }))
  act(() => {
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
    screen.getAllByRole('button')[0]?.focus()
  })
  act(() => void vi.runAllTimers())
  expect(getFocusedPosition()).toBe('1')
})

it('keeps the focused tile in the page while the eye is elsewhere', () => {
  const { wall } = renderWall()
  act(() => wall.current?.show(70_000, { focus: true }))
  expect(document.activeElement?.closest('[aria-posinset]')?.getAttribute('aria-posinset')).toBe('70001')
  act(() => window.scrollBy({ top: -1_000_000 }))
  expect(getRenderedPositions()).toContain(70_001)
  expect(getRenderedPositions().length).toBeLessThan(90)
})

it('knows the largest tile above the fold, and none where nothing is said of the fold', () => {
  const renderAndListLargest = (aboveFold?: number) => {
    const largest: number[] = []
    const { unmount } = render(
      <JustifiedRows
        label="wall"
        count={8}
        aboveFold={aboveFold}
        // a portrait next to a wide picture, then the widest
        getAspectRatio={(index) => [2 / 3, 1.5, 3, 1.5][index] ?? 3.2}
        renderTile={(index, { isLargest }) => {
          if (isLargest) largest.push(index)
          return null
        }}
      />,
    )
    unmount()
    return [...new Set(largest)]
  }
  expect(renderAndListLargest(2)).toEqual([1])
  expect(renderAndListLargest(4)).toEqual([2])
  expect(renderAndListLargest()).toEqual([])
})

it('renders no tile that a new layout has moved away from the window', () => {
  const renderedIndexes = new Set<number>()
  const rows = (aspect: number) => (
    <JustifiedRows
      label="wall"
      count={count}
      version={aspect}
      getAspectRatio={() => aspect}
      renderTile={(index) => {
        renderedIndexes.add(index)
        return null
      }}
    />
  )
  const { rerender } = render(rows(3))
  renderedIndexes.clear()
  // higher rows of more tiles
  rerender(rows(0.5))
  expect(renderedIndexes.size).toBe(getRenderedPositions().length)
})
