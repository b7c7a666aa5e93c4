// @vitest-environment happy-dom

import { renderHook } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'
import { chromeAtom, useChrome } from './chrome.ts'

const store = getDefaultStore()

afterEach(() => store.set(chromeAtom, {}))

it('hides parts of the shell while a page is shown that needs no such parts', () => {
  const { unmount } = renderHook(() => useChrome({ hideFooter: true }))
  expect(store.get(chromeAtom)).toEqual({ hideFooter: true })
  unmount()
  expect(store.get(chromeAtom)).toEqual({})
})

it('does not update the shell for a server-rendered page', () => {
  store.set(chromeAtom, { hideFooter: true, back: '/' })
  const onChange = vi.fn<() => void>()
  const unsubscribe = store.sub(chromeAtom, onChange)
  renderHook(() => useChrome({ hideFooter: true, back: '/' }))
  expect(onChange).not.toHaveBeenCalled()
  renderHook(() => useChrome({ hideFooter: true, back: '/orders' }))
  expect(onChange).toHaveBeenCalledOnce()
  unsubscribe()
})
