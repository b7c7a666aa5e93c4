import { expect, test } from 'vitest'
import { aPhoto } from '../../../tests/support/data/album.ts'
import { tileSources } from './tile-sources.ts'

const picture = (name: string, width: number) => ({ url: `/media/${name}`, width, height: width / 2 })
const [preview, medium, thumb] = [picture('p', 1280), picture('m', 640), picture('t', 400)]

/** Returns the width in CSS px that a browser selects from `sizes` for a window width. */
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

const portrait = aPhoto(1, {
  tiny: picture('tiny', 210),
  thumb: picture('t', 300),
  medium: picture('m', 480),
  preview: picture('p', 960),
})

/** Returns the rendition that a browser selects: the smallest that fills the pixels of the size. */
function chosen(windowWidth: number, tileWidth: number, pixelRatio: number): string | undefined {
  return listChosen(tileSources(portrait, tileWidth), windowWidth, pixelRatio)
}

function listChosen(
  { srcSet, sizes }: ReturnType<typeof tileSources>,
  windowWidth: number,
  pixelRatio: number,
) {
  const needed = sizeIn(windowWidth, sizes) * pixelRatio
  const candidates = srcSet.split(', ').map((each) => each.split(' '))
  return candidates.find(([, width = '']) => Number.parseInt(width, 10) >= needed)?.[0]
}

test('a phone takes the tiny rendition where that fills the tile, else the thumb', () => {
  expect([2, 3].map((ratio) => chosen(390, 88, ratio))).toEqual(['/media/tiny', '/media/t'])
  expect([1, 2, 3].map((ratio) => chosen(390, 106, ratio))).toEqual(['/media/t', '/media/t', '/media/t'])
  expect([2, 3].map((ratio) => chosen(390, 180, ratio))).toEqual(['/media/t', '/media/t'])
})

test('a tile that was drawn for a wide window is also right in a narrow one', () => {
  expect(
    [250, 106].map((narrowWidth) => listChosen(tileSources(portrait, 250, narrowWidth), 390, 2)),
  ).toEqual(['/media/t', '/media/t'])
  expect(listChosen(tileSources(portrait, 250, 104), 390, 2)).toBe('/media/tiny')
  expect(listChosen(tileSources(portrait, 140, 104), 1280, 2)).toBe('/media/t')
})

test('a wide window takes the rendition that fills the tile', () => {
  expect([1, 2].map((ratio) => chosen(1280, 170, ratio))).toEqual(['/media/t', '/media/m'])
  expect(chosen(1280, 260, 2)).toBe('/media/p')
})
