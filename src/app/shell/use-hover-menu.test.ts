// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import type { PointerEvent } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHoverMenu } from './use-hover-menu.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const mouse = { pointerType: 'mouse' } as PointerEvent
const touch = { pointerType: 'touch' } as PointerEvent

function renderMenu() {
  const { result } = renderHook(() => useHoverMenu())
  return {
    pointerEnter: (pointer = mouse) => act(() => result.current.hoverHandlers.onPointerEnter(pointer)),
    leave: () => act(() => result.current.hoverHandlers.onPointerLeave(mouse)),
    press: () => act(() => result.current.toggle()),
    advanceTimers: (durationInMs: number) => act(() => void vi.advanceTimersByTime(durationInMs)),
    openedBy: () => result.current.openedBy,
  }
}

test('a mouse that rests for 250 ms opens a menu, one that has just left it for 100 ms', () => {
  const menu = renderMenu()
  menu.pointerEnter()
  menu.advanceTimers(249)
  expect(menu.openedBy()).toBeUndefined()
  menu.advanceTimers(1)
  expect(menu.openedBy()).toBe('pointer')
  menu.leave()
  menu.advanceTimers(249)
  expect(menu.openedBy()).toBe('pointer')
  menu.advanceTimers(1)
  expect(menu.openedBy()).toBeUndefined()
  menu.pointerEnter()
  menu.advanceTimers(100)
  expect(menu.openedBy()).toBe('pointer')
})

test('a mouse that passes by opens nothing, nor does a finger', () => {
  const menu = renderMenu()
  menu.pointerEnter()
  menu.advanceTimers(200)
  menu.leave()
  menu.pointerEnter(touch)
  menu.advanceTimers(1_000)
  expect(menu.openedBy()).toBeUndefined()
})

test('what a press has opened, or kept open, a press closes', () => {
  const menu = renderMenu()
  menu.pointerEnter()
  menu.advanceTimers(250)
  menu.press()
  menu.leave()
  menu.advanceTimers(1_000)
  expect(menu.openedBy()).toBe('press')
  menu.press()
  expect(menu.openedBy()).toBeUndefined()
})
