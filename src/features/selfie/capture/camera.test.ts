import { describe, expect, it } from 'vitest'
import { detectBrowserFamily, toCameraState } from './camera.ts'

describe('toCameraState', () => {
  it('tells a refusal, a camera in use and no camera apart', () => {
    expect(toCameraState(new DOMException('', 'NotAllowedError'))).toBe('denied')
    expect(toCameraState(new DOMException('', 'NotReadableError'))).toBe('busy')
    expect(toCameraState(new DOMException('', 'NotFoundError'))).toBe('missing')
    expect(toCameraState('getUserMedia not supported')).toBe('missing')
  })
})

describe('detectBrowserFamily', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
  const android =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

  it.each([
    ['an iPhone', { userAgent: iphone, touchPoints: 5, standalone: false }, 'ios'],
    ['an iPhone, from the home screen', { userAgent: iphone, touchPoints: 5, standalone: true }, 'iosApp'],
    ['an iPad, which calls itself a Mac', { userAgent: mac, touchPoints: 5, standalone: false }, 'ios'],
    ['a Mac', { userAgent: mac, touchPoints: 0, standalone: false }, 'desktop'],
    ['a phone with Android', { userAgent: android, touchPoints: 5, standalone: true }, 'android'],
  ] as const)('knows %s', (_, device, family) => {
    expect(detectBrowserFamily(device)).toBe(family)
  })
})
