import { expect, test } from 'vitest'
import { findRenditions, findWastedPictures, type PlacedPicture } from './pictures.ts'

const createRendition = (name: string, width: number) => ({
  url: `/media/${name}`,
  width,
  height: (width / 3) * 2,
})
const photo = {
  preview: createRendition('p', 1280),
  medium: createRendition('m', 640),
  thumb: createRendition('t', 400),
}
const cover = { ...createRendition('c', 1600), small: createRendition('s', 828) }

const createPlacedPicture = (name: string, overrides: Partial<PlacedPicture> = {}): PlacedPicture => ({
  url: `http://localhost/media/${name}`,
  isNear: true,
  width: 235,
  height: 157,
  covers: true,
  ...overrides,
})
const findWasted = (placed: PlacedPicture) =>
  findWastedPictures([placed.url], [placed], findRenditions(JSON.stringify({ items: [photo, { cover }] })), 2)

test('renditions are found in an answer and in the data of a document', () => {
  const document = `<p>{}</p><script type="application/json" id="x">${JSON.stringify({ photo })}</script>`
  for (const text of [JSON.stringify({ items: [photo] }), document])
    expect(findRenditions(text)).toEqual([[photo.preview, photo.medium, photo.thumb]])
  expect(findRenditions(JSON.stringify({ cover }))[0]?.map(({ width }) => width)).toEqual([1600, 828])
})

test('a picture may be as large as the next rendition that fills its tile', () => {
  expect(findWasted(createPlacedPicture('t'))).toEqual([])
  expect(findWasted(createPlacedPicture('m'))).toEqual([])
  expect(findWasted(createPlacedPicture('p'))).toEqual([
    '/media/p is 1280 px wide for 471 px, and 640 px would do',
  ])
  expect(findWasted(createPlacedPicture('m', { width: 190, height: 127 }))).toHaveLength(1)
  expect(findWasted(createPlacedPicture('c', { width: 390, height: 188 }))).toHaveLength(1)
})

test('a picture that fills a high box needs its height', () => {
  expect(findWasted(createPlacedPicture('m', { width: 100, height: 210 }))).toEqual([])
  expect(findWasted(createPlacedPicture('m', { width: 100, height: 210, covers: false }))).toHaveLength(1)
})

test('a picture far below, or in no place, is fetched in vain', () => {
  expect(findWasted(createPlacedPicture('t', { isNear: false }))).toHaveLength(1)
  expect(findWastedPictures(['http://localhost/media/t'], [], [], 2)).toHaveLength(1)
})
