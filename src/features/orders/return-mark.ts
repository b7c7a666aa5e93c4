import * as z from 'zod/mini'
import { randomId } from '../../lib/random-id.ts'
import { stored } from '../../platform/storage/index.ts'

const keptAtMost = 20

/** Marks that went to a bank with a buyer, the newest last, each with its order. They mean nothing on another device. */
const marks = stored({
  key: 'returnMarks',
  schema: z.array(z.object({ mark: z.string(), orderId: z.string() })),
  initial: [],
  isEmpty: (list) => list.length === 0,
})

/** The mark by which this browser knows its order again when the bank sends the buyer back. */
export function markOf(orderId: string): string {
  const list = marks.read()
  const known = list.find((each) => each.orderId === orderId)
  if (known) return known.mark
  const mark = randomId()
  marks.write([...list, { mark, orderId }].slice(-keptAtMost))
  return mark
}

/** The order of a mark; undefined for another device's. */
export function orderOfMark(mark: string): string | undefined {
  return marks.read().find((each) => each.mark === mark)?.orderId
}
