import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetWaits, isFastLink, isSlowLink, noteWait } from './link.ts'

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

describe('a fast link', () => {
  const browserSays = (connection: object | undefined) => vi.stubGlobal('navigator', { connection })

  it('is what the browser says, unless it saves data', () => {
    browserSays({ effectiveType: '4g' })
    expect(isFastLink()).toBe(true)
    browserSays({ effectiveType: '3g' })
    expect(isFastLink()).toBe(false)
    browserSays({ effectiveType: '4g', saveData: true })
    expect(isFastLink()).toBe(false)
  })

  it('is measured where the browser says nothing: every read was quick', () => {
    browserSays(undefined)
    expect(isFastLink()).toBe(false)
    noteWait(120)
    expect(isFastLink()).toBe(true)
    noteWait(400)
    expect(isFastLink()).toBe(false)
  })
})
