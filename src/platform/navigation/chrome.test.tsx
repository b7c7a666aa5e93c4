// @vitest-environment happy-dom

import { renderHook } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'
import { appBarAtom, useAppBar } from './chrome.ts'

const store = getDefaultStore()

afterEach(() => store.set(appBarAtom, {}))

it('hides parts of the shell while a page is shown that needs no such parts', () => {
  const { unmount } = renderHook(() => useAppBar({ hideFooter: true }))
  expect(store.get(appBarAtom)).toEqual({ hideFooter: true })
  unmount()
  expect(store.get(appBarAtom)).toEqual({})
})

it('does not update the shell for a server-rendered page', () => {
  store.set(appBarAtom, { hideFooter: true, back: '/' })
  const onChange = vi.fn<() => void>()
  const unsubscribe = store.sub(appBarAtom, onChange)
  renderHook(() => useAppBar({ hideFooter: true, back: '/' }))
  expect(onChange).not.toHaveBeenCalled()
  renderHook(() => useAppBar({ hideFooter: true, back: '/orders' }))
  expect(onChange).toHaveBeenCalledOnce()
  unsubscribe()
})
