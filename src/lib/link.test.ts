import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetWaits, isSlowLink, noteWait } from './link.ts'

beforeEach(forgetWaits)
afterEach(() => vi.unstubAllGlobals())

describe('a slow link', () => {
  it('is none before anything was measured', () => {
    expect(isSlowLink()).toBe(false)
  })

  it('is told by the quickest of the last reads, so that one busy moment does not count', () => {
    for (const wait of [900, 700]) noteWait(wait)
    expect(isSlowLink()).toBe(true)
    noteWait(120)
    expect(isSlowLink()).toBe(false)
    for (const wait of [800, 900, 700]) noteWait(wait)
    expect(isSlowLink()).toBe(true)
  })

  it('takes more than a second to be told by the first read alone, which opens the connection', () => {
    noteWait(900)
    expect(isSlowLink()).toBe(false)
    forgetWaits()
    noteWait(1_100)
    expect(isSlowLink()).toBe(true)
  })

  it('is believed when the browser says so', () => {
    vi.stubGlobal('navigator', { connection: { saveData: true, effectiveType: '4g' } })
    expect(isSlowLink()).toBe(true)
    vi.stubGlobal('navigator', { connection: { effectiveType: 'slow-2g' } })
    expect(isSlowLink()).toBe(true)
    vi.stubGlobal('navigator', { connection: { effectiveType: '3g' } })
    expect(isSlowLink()).toBe(false)
  })
})
