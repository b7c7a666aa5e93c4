import { expect, test } from 'vitest'
import type { ProductType } from '../../../contract/catalog.ts'
import type { Download, OrderItem } from '../../../contract/orders.ts'
import { listFiles, sumBytes, titleOfFile } from './files.ts'

const download = (fileName: string, bytes = 10): Download => ({
  fileName,
  bytes,
  url: `/files/${fileName}`,
  expiresOn: '2026-11-20T10:00:00.000Z',
})

const item = (id: string, productType: ProductType, downloads?: Download[]): OrderItem => ({
  orderItemId: id,
  totalPrice: { amount: 100, currencyId: 643 },
  product: { title: productType, productType },
  downloads,
})

test('photos are counted through all items, videos apart', () => {
  const files = listFiles([
    item('a', 'photos_with_me', [download('1.jpg'), download('2.jpg')]),
    item('b', 'video', [download('run.mp4')]),
    item('c', 'frame', [download('3.jpg')]),
  ])
  expect(files.map(({ kind, number }) => `${kind} ${number}`)).toEqual([
    'photo 1',
    'photo 2',
    'video 1',
    'framed 3',
  ])
})

test('the same name in two items is two files', () => {
  const files = listFiles([item('a', 'photo', [download('1.jpg')]), item('b', 'frame', [download('1.jpg')])])
  expect(new Set(files.map(({ key }) => key)).size).toBe(2)
})

test('an order that is not paid has no files', () => {
  expect(listFiles([item('a', 'photo')])).toEqual([])
})

test('the size is that of all files', () => {
  expect(sumBytes(listFiles([item('a', 'photo', [download('1.jpg', 5), download('2.jpg', 7)])]))).toBe(12)
})

test('a file is called by place and time of the event, and counted when two are of one minute', () => {
  const at = (second: string, point: string | null = 'Finish'): Download => ({
    ...download(`${second}.jpg`),
    taken: { point, takenOn: `2026-09-12T15:52:${second}.000Z`, timeZone: 'Europe/Moscow' },
  })
  const unknown = { ...download('9.jpg'), taken: { point: null, takenOn: null, timeZone: 'Europe/Moscow' } }
  const files = listFiles([
    item('a', 'photo', [at('01'), at('30'), at('40', null), unknown]),
    item('b', 'frame', [at('01')]),
  ])
  const say = (id: string, values: object = {}) => `${id} ${Object.values(values).join()}`
  expect(files.map((file) => titleOfFile(file, say, 'en'))).toEqual([
    'Finish, 18:52',
    'Finish, 18:52 (2)',
    '18:52',
    'orders.file.photo 4',
    'orders.file.inFrame Finish, 18:52',
  ])
})

test('what is kept of a file goes by its id, so another language changes nothing', () => {
  const named = (fileName: string) =>
    listFiles([item('a', 'photo', [{ ...download(fileName), fileId: 'f' }])])
  expect(named('Финиш.jpg').map(({ key }) => key)).toEqual(named('Finish.jpg').map(({ key }) => key))
})
