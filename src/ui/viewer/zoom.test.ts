import { describe, expect, it } from 'vitest'
import { clampZoom, detectSwipe, fitPicture, MAX_SCALE, NO_ZOOM, zoomAt } from './zoom.ts'

const stage = { width: 400, height: 800 }
const picture = { width: 400, height: 300 }

describe('zoom', () => {
  it('keeps what is under the finger under the finger', () => {
    const point = { x: 60, y: -40 }
    const { scale, x, y } = zoomAt(NO_ZOOM, 2.5, point)
    // The point of the picture under the finger, in picture px, stays at the same place.
    expect([point.x * scale + x, point.y * scale + y]).toEqual([point.x, point.y])
  })

  it('never leaves the stage half empty', () => {
    expect(clampZoom({ scale: 2, x: 9999, y: 9999 }, stage, picture)).toEqual({ scale: 2, x: 200, y: 0 })
    expect(clampZoom({ scale: 0.2, x: 50, y: 50 }, stage, picture)).toEqual({ scale: 1, x: 0, y: 0 })
    expect(clampZoom({ scale: 99, x: 0, y: 0 }, stage, picture).scale).toBe(MAX_SCALE)
  })

  it('knows the size of a picture shown whole', () => {
    expect(fitPicture({ width: 4000, height: 3000 }, stage)).toEqual({ width: 400, height: 300 })
    expect(fitPicture({ width: 0, height: 0 }, stage)).toEqual(stage)
  })
})

describe('a swipe', () => {
  it('turns the page when far enough or quick enough', () => {
    expect(detectSwipe({ x: -150, y: 5 }, stage, 900)).toBe('next')
    expect(detectSwipe({ x: 30, y: 5 }, stage, 120)).toBe('previous')
    expect(detectSwipe({ x: -60, y: 5 }, stage, 900)).toBe('stay')
  })

  it('closes when pulled down, never when pushed up', () => {
    expect(detectSwipe({ x: 4, y: 200 }, stage, 900)).toBe('close')
    expect(detectSwipe({ x: 4, y: -400 }, stage, 100)).toBe('stay')
  })
})
