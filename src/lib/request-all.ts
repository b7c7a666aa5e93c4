import type { AnswerOf, Call } from '../../contract/call.ts'
import { type RequestOptions, request } from './api.ts'

/** Matches the largest page of a list in the contract. */
const pageSize = 100

interface Page<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

type ListItem<C extends Call> = AnswerOf<C> extends Page<infer Item> ? Item : never

/**
 * Makes a list call for one page after another, until it has every entry.
 *
 * @param options those of the call; `offset` and `count` are set here
 * @throws ApiError when a page fails
 */
export async function requestAll<C extends Call>(
  call: C,
  options: RequestOptions<C>,
): Promise<ListItem<C>[]> {
  const items: ListItem<C>[] = []
  for (;;) {
    const query = { ...(options.query as object | undefined), offset: items.length, count: pageSize }
    const pageOptions = { ...options, query } as unknown as RequestOptions<C>
    const page = (await request(call, pageOptions)) as unknown as Page<ListItem<C>>
    items.push(...page.items)
    if (page.items.length === 0 || items.length >= page.total) return items
  }
}
