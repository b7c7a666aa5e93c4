import { expect, it, vi } from 'vitest'
import { buildPath } from './use-navigate.ts'

it('adds a query to a path, in browsers without `URLSearchParams.size` too', () => {
  const withoutSize = (text: string) => {
    const query = new URLSearchParams(text)
    vi.spyOn(query, 'size', 'get').mockReturnValue(undefined as unknown as number)
    return query
  }
  expect(buildPath('/order/o1', withoutSize('file=a b'))).toBe('/order/o1?file=a+b')
  expect(buildPath('/order/o1', withoutSize(''))).toBe('/order/o1')
})
