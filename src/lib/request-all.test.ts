import { afterEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../contract/call.ts'
import { listReceipts } from '../../contract/receipts.ts'
import { requestAll } from './request-all.ts'

afterEach(() => vi.unstubAllGlobals())

const createReceipt = (index: number) => ({
  receiptId: `r${index}`,
  invoiceId: 'i1',
  state: 'Ready',
  fileType: 'html',
  createdOn: '2026-09-12T14:30:00.000Z',
})

/** Stubs a service with some receipts. Returns the queries of its requests. */
function stubReceipts(
  total: number,
  range = (offset: number, count: number) => [offset, offset + count] as const,
): string[] {
  const queries: string[] = []
  const receipts = Array.from({ length: total }, (_, index) => createReceipt(index))
  vi.stubGlobal('fetch', async (url: string) => {
    const { search, searchParams } = new URL(url, 'http://one.test')
    queries.push(search)
    const items = receipts.slice(
      ...range(Number(searchParams.get('offset')), Number(searchParams.get('count'))),
    )
    return new Response(JSON.stringify({ items, count: items.length, total }), {
      headers: { 'content-type': 'application/json', [tenantHeader]: 'one' },
    })
  })
  return queries
}

test('a list longer than a page is loaded whole, in order', async () => {
  const queries = stubReceipts(230)
  const items = await requestAll(listReceipts, { query: { invoiceId: 'i1' } })
  expect(items.map(({ receiptId }) => receiptId)).toEqual(
    Array.from({ length: 230 }, (_, index) => `r${index}`),
  )
  expect(queries).toEqual([0, 100, 200].map((offset) => `?invoiceId=i1&offset=${offset}&count=100`))
})

test('a service that answers everything at once is called once', async () => {
  const queries = stubReceipts(230, () => [0, 230])
  expect(await requestAll(listReceipts, { query: { invoiceId: 'i1' } })).toHaveLength(230)
  expect(queries).toHaveLength(1)
})

test('stops when a list shrinks between two pages', async () => {
  const queries = stubReceipts(230, (offset, count) => (offset < 100 ? [offset, offset + count] : [0, 0]))
  expect(await requestAll(listReceipts, { query: { invoiceId: 'i1' } })).toHaveLength(100)
  expect(queries).toHaveLength(2)
})
