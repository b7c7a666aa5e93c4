import { expect, test } from 'vitest'
import type { ProductType } from '../../../../contract/catalog.ts'
import type { Download, OrderItem } from '../../../../contract/orders.ts'
import { getFileTitle, listFiles, sumBytes } from './files.ts'

const buildDownload = (fileName: string, bytes = 10): Download => ({
  fileName,
  bytes,
  url: `/files/${fileName}`,
  expiresOn: '2026-11-20T10:00:00.000Z',
})

const buildItem = (id: string, productType: ProductType, downloads?: Download[]): OrderItem => ({
  orderItemId: id,
  totalPrice: { amount: 100, currencyId: 643 },
  product: { title: productType, productType },
  downloads,
})

test('photos are counted through all items, videos apart', () => {
  const files = listFiles([
    buildItem('a', 'photos_with_me', [buildDownload('1.jpg'), buildDownload('2.jpg')]),
    buildItem('b', 'video', [buildDownload('run.mp4')]),
    buildItem('c', 'frame', [buildDownload('3.jpg')]),
  ])
  expect(files.map(({ kind, number }) => `${kind} ${number}`)).toEqual([
    'photo 1',
    'photo 2',
    'video 1',
    'framed 3',
  ])
})

test('the same name in two items is two files', () => {
  const files = listFiles([
    buildItem('a', 'photo', [buildDownload('1.jpg')]),
    buildItem('b', 'frame', [buildDownload('1.jpg')]),
  ])
  expect(new Set(files.map(({ key }) => key)).size).toBe(2)
})

test('an order that is not paid has no files', () => {
  expect(listFiles([buildItem('a', 'photo')])).toEqual([])
})

test('sums the sizes of all files', () => {
  expect(
    sumBytes(listFiles([buildItem('a', 'photo', [buildDownload('1.jpg', 5), buildDownload('2.jpg', 7)])])),
  ).toBe(12)
})

test('names a file by place and time, and numbers files of the same minute', () => {
  const buildDownloadAt = (second: string, point: string | null = 'Finish'): Download => ({
    ...buildDownload(`${second}.jpg`),
    taken: { point, takenOn: `2026-09-12T15:52:${second}.000Z`, timeZone: 'Europe/Moscow' },
  })
  const unknown = {
    ...buildDownload('9.jpg'),
    taken: { point: null, takenOn: null, timeZone: 'Europe/Moscow' },
  }
  const files = listFiles([
    buildItem('a', 'photo', [
      buildDownloadAt('01'),
      buildDownloadAt('30'),
      buildDownloadAt('40', null),
      unknown,
    ]),
    buildItem('b', 'frame', [buildDownloadAt('01')]),
  ])
  const formatText = (id: string, values: object = {}) => `${id} ${Object.values(values).join()}`
  expect(files.map((file) => getFileTitle(file, formatText, 'en'))).toEqual([
    'Finish, 18:52',
    'Finish, 18:52 (2)',
    '18:52',
    'orders.file.photo 4',
    'orders.file.inFrame Finish, 18:52',
  ])
})

test('finds stored files by id, in any language', () => {
  const listFilesNamed = (fileName: string) =>
    listFiles([buildItem('a', 'photo', [{ ...buildDownload(fileName), fileId: 'f' }])])
  expect(listFilesNamed('Финиш.jpg').map(({ key }) => key)).toEqual(
    listFilesNamed('Finish.jpg').map(({ key }) => key),
  )
})
