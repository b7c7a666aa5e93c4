import { expect, test } from 'vitest'
import { aPhoto } from './a-photo.ts'
import { tileSources } from './tile-sources.ts'

const picture = (name: string, width: number) => ({ url: `/media/${name}`, width, height: width / 2 })
const [preview, medium, thumb] = [picture('p', 1280), picture('m', 640), picture('t', 400)]

/** Width in CSS px that a browser takes from `sizes` in a window so wide. */
function sizeIn(windowWidth: number, sizes: string): number {
  const [narrow = '', wide = ''] = sizes.split(', ')
  return Number.parseInt(windowWidth <= 767 ? (narrow.split(') ')[1] ?? '') : wide, 10)
}

test('a tile chooses between all renditions that there are', () => {
  expect(tileSources(aPhoto(1, { preview, medium, thumb }), 340).srcSet).toBe(
    '/media/t 400w, /media/m 640w, /media/p 1280w',
  )
  expect(tileSources(aPhoto(1, { preview, thumb }), 340).srcSet).toBe('/media/t 400w, /media/p 1280w')
})

test('a wide window chooses by the width of the tile, a phone always the thumb', () => {
  const { sizes } = tileSources(aPhoto(1, { preview, medium, thumb }), 340)
  expect(sizeIn(1280, sizes)).toBe(340)
  const pixelsOfPhone = 3
  expect(sizeIn(390, sizes) * pixelsOfPhone).toBeLessThanOrEqual(thumb.width)
})
