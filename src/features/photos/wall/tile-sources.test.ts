import { expect, test } from 'vitest'
import { buildPhoto } from '../../../../tests/support/data/album.ts'
import { buildTileSources } from './tile-sources.ts'

const buildPicture = (name: string, width: number) => ({ url: `/media/${name}`, width, height: width / 2 })
const [preview, medium, thumb] = [buildPicture('p', 1280), buildPicture('m', 640), buildPicture('t', 400)]

/** Returns the width in CSS px that a browser selects from `sizes` for a window width. */
function selectSize(windowWidth: number, sizes: string): number {
  const [narrow = '', wide = ''] = sizes.split(', ')
  return Number.parseInt(windowWidth <= 767 ? (narrow.split(') ')[1] ?? '') : wide, 10)
}

test('a tile chooses between all renditions that there are', () => {
  expect(buildTileSources(buildPhoto(1, { preview, medium, thumb }), 340).srcSet).toBe(
    '/media/t 400w, /media/m 640w, /media/p 1280w',
  )
  expect(buildTileSources(buildPhoto(1, { preview, thumb }), 340).srcSet).toBe(
    '/media/t 400w, /media/p 1280w',
  )
})

test('a wide window chooses by the width of the tile, a phone always the thumb', () => {
  const { sizes } = buildTileSources(buildPhoto(1, { preview, medium, thumb }), 340)
  expect(selectSize(1280, sizes)).toBe(340)
  const phonePixelRatio = 3
  expect(selectSize(390, sizes) * phonePixelRatio).toBeLessThanOrEqual(thumb.width)
})

const portrait = buildPhoto(1, {
  tiny: buildPicture('tiny', 210),
  thumb: buildPicture('t', 300),
  medium: buildPicture('m', 480),
  preview: buildPicture('p', 960),
})

/** Returns the rendition that a browser selects: the smallest that fills the pixels of the size. */
function selectRendition(windowWidth: number, tileWidth: number, pixelRatio: number): string | undefined {
  return selectFromSources(buildTileSources(portrait, tileWidth), windowWidth, pixelRatio)
}

function selectFromSources(
  { srcSet, sizes }: ReturnType<typeof buildTileSources>,
  windowWidth: number,
  pixelRatio: number,
) {
  const needed = selectSize(windowWidth, sizes) * pixelRatio
  const candidates = srcSet.split(', ').map((each) => each.split(' '))
  return candidates.find(([, width = '']) => Number.parseInt(width, 10) >= needed)?.[0]
}

test('a phone takes the tiny rendition where that fills the tile, else the thumb', () => {
  expect([2, 3].map((ratio) => selectRendition(390, 88, ratio))).toEqual(['/media/tiny', '/media/t'])
  expect([1, 2, 3].map((ratio) => selectRendition(390, 106, ratio))).toEqual([
    '/media/t',
    '/media/t',
    '/media/t',
  ])
  expect([2, 3].map((ratio) => selectRendition(390, 180, ratio))).toEqual(['/media/t', '/media/t'])
})

test('a tile that was drawn for a wide window is also right in a narrow one', () => {
  expect(
    [250, 106].map((narrowWidth) => selectFromSources(buildTileSources(portrait, 250, narrowWidth), 390, 2)),
  ).toEqual(['/media/t', '/media/t'])
  expect(selectFromSources(buildTileSources(portrait, 250, 104), 390, 2)).toBe('/media/tiny')
  expect(selectFromSources(buildTileSources(portrait, 140, 104), 1280, 2)).toBe('/media/t')
})

test('a wide window takes the rendition that fills the tile', () => {
  expect([1, 2].map((ratio) => selectRendition(1280, 170, ratio))).toEqual(['/media/t', '/media/m'])
  expect(selectRendition(1280, 260, 2)).toBe('/media/p')
})
