import { expect, it } from 'vitest'
import { placePhoto } from './place-photo.ts'

const wide = { width: 1600, height: 1000 }
const tall = { width: 1000, height: 1600 }
const createFace = (x: number, y: number, size = 0.1) => ({ x, y, width: size, height: size })

it('cuts nothing when the shapes agree', () => {
  expect(placePhoto(wide, { width: 800, height: 500 }, [createFace(0, 0)])).toEqual({
    visibleBox: { x: 0, y: 0, ...wide },
    opening: wide,
  })
})

it('keeps the upper part of an upright photo without faces, the middle of a wide one', () => {
  expect(placePhoto(tall, { width: 1, height: 1 }, []).visibleBox).toEqual({
    x: 0,
    y: 240,
    width: 1000,
    height: 1000,
  })
  expect(placePhoto(wide, { width: 1, height: 1 }, []).visibleBox).toEqual({
    x: 300,
    y: 0,
    width: 1000,
    height: 1000,
  })
})

it('goes where the heads are, with room for hair and chin', () => {
  const high = placePhoto(tall, { width: 1, height: 1 }, [createFace(0.4, 0.1)])
  expect(high.visibleBox.y).toBeLessThanOrEqual(Math.round((0.1 - 0.07) * 1600))
  const low = placePhoto(tall, { width: 1, height: 1 }, [createFace(0.4, 0.8)])
  expect(low.visibleBox.y + low.visibleBox.height).toBeGreaterThanOrEqual((0.9 + 0.045) * 1600)
  const side = placePhoto(wide, { width: 1, height: 1 }, [createFace(0.02, 0.3)])
  expect(side.visibleBox.x).toBe(0)
})

it('shows the whole photo on a mat when its heads do not fit into the opening', () => {
  const ends = [createFace(0.02, 0.3), createFace(0.88, 0.3)]
  const placed = placePhoto(wide, { width: 1, height: 1 }, ends)
  expect(placed.visibleBox).toEqual({ x: 0, y: 0, ...wide })
  expect(placed.opening).toEqual({ width: 1600, height: 1600 })
})

it('lets no stranger in the background decide', () => {
  const placed = placePhoto(wide, { width: 1, height: 1 }, [
    createFace(0.02, 0.3, 0.2),
    createFace(0.95, 0.5, 0.03),
  ])
  expect(placed.visibleBox).toEqual({ x: 0, y: 0, width: 1000, height: 1000 })
})
