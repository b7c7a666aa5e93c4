import { expect, test } from 'vitest'
import { type Placed, renditionsIn, wastedPictures } from './pictures.ts'

const rendition = (name: string, width: number) => ({ url: `/media/${name}`, width, height: (width / 3) * 2 })
const photo = { preview: rendition('p', 1280), medium: rendition('m', 640), thumb: rendition('t', 400) }
const cover = { ...rendition('c', 1600), small: rendition('s', 828) }

const place = (name: string, more: Partial<Placed> = {}): Placed => ({
  url: `http://localhost/media/${name}`,
  isNear: true,
  width: 235,
  height: 157,
  covers: true,
  ...more,
})
const wasted = (placed: Placed) =>
  wastedPictures([placed.url], [placed], renditionsIn(JSON.stringify({ items: [photo, { cover }] })), 2)

test('renditions are found in an answer and in the data of a document', () => {
  const document = `<p>{}</p><script type="application/json" id="x">${JSON.stringify({ photo })}</script>`
  for (const text of [JSON.stringify({ items: [photo] }), document])
    expect(renditionsIn(text)).toEqual([[photo.preview, photo.medium, photo.thumb]])
  expect(renditionsIn(JSON.stringify({ cover }))[0]?.map(({ width }) => width)).toEqual([1600, 828])
})

test('a picture may be as large as the next rendition that fills its tile', () => {
  expect(wasted(place('t'))).toEqual([])
  expect(wasted(place('m'))).toEqual([])
  expect(wasted(place('p'))).toEqual(['/media/p is 1280 px wide for 471 px, and 640 px would do'])
  expect(wasted(place('m', { width: 190, height: 127 }))).toHaveLength(1)
  expect(wasted(place('c', { width: 390, height: 188 }))).toHaveLength(1)
})

test('a picture that fills a high box needs its height', () => {
  expect(wasted(place('m', { width: 100, height: 210 }))).toEqual([])
  expect(wasted(place('m', { width: 100, height: 210, covers: false }))).toHaveLength(1)
})

test('a picture far below, or in no place, is fetched in vain', () => {
  expect(wasted(place('t', { isNear: false }))).toHaveLength(1)
  expect(wastedPictures(['http://localhost/media/t'], [], [], 2)).toHaveLength(1)
})
