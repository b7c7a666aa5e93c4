// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import type { PointerEvent } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHoverMenu } from './use-hover-menu.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const mouse = { pointerType: 'mouse' } as PointerEvent
const finger = { pointerType: 'touch' } as PointerEvent

function openMenu() {
  const { result } = renderHook(() => useHoverMenu())
  return {
    pointerEnter: (pointer = mouse) => act(() => result.current.hover.onPointerEnter(pointer)),
    leave: () => act(() => result.current.hover.onPointerLeave(mouse)),
    press: () => act(() => result.current.toggle()),
    pass: (inMs: number) => act(() => void vi.advanceTimersByTime(inMs)),
    openedBy: () => result.current.openedBy,
  }
}

test('a mouse that rests for 250 ms opens a menu, one that has just left it for 100 ms', () => {
  const menu = openMenu()
  menu.pointerEnter()
  menu.pass(249)
  expect(menu.openedBy()).toBeUndefined()
  menu.pass(1)
  expect(menu.openedBy()).toBe('pointer')
  menu.leave()
  menu.pass(249)
  expect(menu.openedBy()).toBe('pointer')
  menu.pass(1)
  expect(menu.openedBy()).toBeUndefined()
  menu.pointerEnter()
  menu.pass(100)
  expect(menu.openedBy()).toBe('pointer')
})

test('a mouse that passes by opens nothing, nor does a finger', () => {
  const menu = openMenu()
  menu.pointerEnter()
  menu.pass(200)
  menu.leave()
  menu.pointerEnter(finger)
  menu.pass(1_000)
  expect(menu.openedBy()).toBeUndefined()
})

test('what a press has opened, or kept open, a press closes', () => {
  const menu = openMenu()
  menu.pointerEnter()
  menu.pass(250)
  menu.press()
  menu.leave()
  menu.pass(1_000)
  expect(menu.openedBy()).toBe('press')
  menu.press()
  expect(menu.openedBy()).toBeUndefined()
})
