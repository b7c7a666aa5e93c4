import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearFirstByteWaits, isFastLink, isSlowLink, recordFirstByteWait } from './link.ts'

beforeEach(clearFirstByteWaits)
afterEach(() => vi.unstubAllGlobals())

describe('a slow link', () => {
  it('is not assumed before a measurement', () => {
    expect(isSlowLink()).toBe(false)
  })

  it('is measured by the fastest of the last reads, so that one busy moment does not count', () => {
    for (const waitInMs of [900, 700]) recordFirstByteWait(waitInMs)
    expect(isSlowLink()).toBe(true)
    recordFirstByteWait(120)
    expect(isSlowLink()).toBe(false)
    for (const waitInMs of [800, 900, 700]) recordFirstByteWait(waitInMs)
    expect(isSlowLink()).toBe(true)
  })

  it('requires more than a second for the first read, which opens the connection', () => {
    recordFirstByteWait(900)
    expect(isSlowLink()).toBe(false)
    clearFirstByteWaits()
    recordFirstByteWait(1_100)
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
  const stubConnection = (connection: object | undefined) => vi.stubGlobal('navigator', { connection })

  it('is assumed when the browser reports it, unless it saves data', () => {
    stubConnection({ effectiveType: '4g' })
    expect(isFastLink()).toBe(true)
    stubConnection({ effectiveType: '3g' })
    expect(isFastLink()).toBe(false)
    stubConnection({ effectiveType: '4g', saveData: true })
    expect(isFastLink()).toBe(false)
  })

  it('is measured where the browser reports nothing: every read was fast', () => {
    stubConnection(undefined)
    expect(isFastLink()).toBe(false)
    recordFirstByteWait(120)
    expect(isFastLink()).toBe(true)
    recordFirstByteWait(400)
    expect(isFastLink()).toBe(false)
  })
})
