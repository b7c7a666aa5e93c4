import * as z from 'zod/mini'
import { randomId } from '../../../lib/random-id.ts'
import { persisted } from '../../../platform/storage/index.ts'

const maxMarks = 20

/** Stores the marks of buyers who were sent to a bank, newest last, each with its order. No other device knows them. */
const marks = persisted({
  key: 'returnMarks',
  schema: z.array(z.object({ mark: z.string(), orderId: z.string() })),
  initial: [],
  isEmpty: (list) => list.length === 0,
})

/** Returns the mark with which this browser recognizes its order when the bank sends the buyer back. Creates it if missing. */
export function ensureReturnMark(orderId: string): string {
  const list = marks.read()
  const existing = list.find((each) => each.orderId === orderId)
  if (existing) return existing.mark
  const mark = randomId()
  marks.write([...list, { mark, orderId }].slice(-maxMarks))
  return mark
}

/** Returns the order of a mark; undefined for another device's mark. */
export function findOrderByMark(mark: string): string | undefined {
  return marks.read().find((each) => each.mark === mark)?.orderId
}
