// @vitest-environment happy-dom

import { renderHook } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'
import { chromeAtom, useChrome } from './chrome.ts'

const store = getDefaultStore()

afterEach(() => store.set(chromeAtom, {}))

it('tells the shell what a page leaves out, and takes it back when the page goes', () => {
  const { unmount } = renderHook(() => useChrome({ hideFooter: true }))
  expect(store.get(chromeAtom)).toEqual({ hideFooter: true })
  unmount()
  expect(store.get(chromeAtom)).toEqual({})
})

it('says nothing anew of a page that came with its first screen', () => {
  store.set(chromeAtom, { hideFooter: true, back: '/' })
  const onChange = vi.fn<() => void>()
  const unsubscribe = store.sub(chromeAtom, onChange)
  renderHook(() => useChrome({ hideFooter: true, back: '/' }))
  expect(onChange).not.toHaveBeenCalled()
  renderHook(() => useChrome({ hideFooter: true, back: '/orders' }))
  expect(onChange).toHaveBeenCalledOnce()
  unsubscribe()
})
