import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetWaits, isFastLink, isSlowLink, noteWait } from './link.ts'

beforeEach(forgetWaits)
afterEach(() => vi.unstubAllGlobals())

describe('a slow link', () => {
  it('is not assumed before a measurement', () => {
    expect(isSlowLink()).toBe(false)
  })

  it('is measured by the fastest of the last reads, so that one busy moment does not count', () => {
    for (const wait of [900, 700]) noteWait(wait)
    expect(isSlowLink()).toBe(true)
    noteWait(120)
    expect(isSlowLink()).toBe(false)
    for (const wait of [800, 900, 700]) noteWait(wait)
    expect(isSlowLink()).toBe(true)
  })

  it('requires more than a second for the first read, which opens the connection', () => {
    noteWait(900)
    expect(isSlowLink()).toBe(false)
    forgetWaits()
    noteWait(1_100)
    expect(isSlowLink()).toBe(true)
  })

  it('is assumed when the browser reports it', () => {
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

  it('is assumed when the browser reports it, unless it saves data', () => {
    browserSays({ effectiveType: '4g' })
    expect(isFastLink()).toBe(true)
    browserSays({ effectiveType: '3g' })
    expect(isFastLink()).toBe(false)
    browserSays({ effectiveType: '4g', saveData: true })
    expect(isFastLink()).toBe(false)
  })

  it('is measured where the browser reports nothing: every read was fast', () => {
    browserSays(undefined)
    expect(isFastLink()).toBe(false)
    noteWait(120)
    expect(isFastLink()).toBe(true)
    noteWait(400)
    expect(isFastLink()).toBe(false)
  })
})
