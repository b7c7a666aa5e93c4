import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call } from '../../contract/call.ts'
import { allCalls } from '../../contract/calls.ts'
import { answer } from '../support/server/api-calls.ts'
import { rows } from '../support/server/tenant-rows.ts'
import { closeTwoTenants, openTwoTenants, shop } from '../support/server/two-tenants.ts'

beforeAll(openTwoTenants, 60_000)
afterAll(closeTwoTenants)

interface List {
  items: unknown[]
  count: number
  total: number
}

const fieldsIn = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
const lists = allCalls.filter(({ answer: list }) =>
  ['items', 'total'].every((field) => fieldsIn(list).includes(field)),
)

async function readPage(call: Call, query: Record<string, string>): Promise<List> {
  const ask = await rows[call.name]?.ask('one.test')
  return (await answer(shop.app, call, { ...ask, query: { ...ask?.query, ...query } })) as unknown as List
}

it.each(lists.map((call) => [`${call.service}.${call.name}`, call] as const))(
  '%s answers one page of its list, and how long the list is',
  async (_name, call) => {
    const whole = await readPage(call, { offset: '0', count: '100' })
    expect(whole.count).toBe(whole.items.length)
    expect(whole.total).toBe(whole.items.length)
    for (let offset = 0; offset <= whole.total; offset++) {
      const page = await readPage(call, { offset: String(offset), count: '1' })
      const expected = whole.items.slice(offset, offset + 1)
      expect([page.count, page.total, page.items.length]).toEqual([
        expected.length,
        whole.total,
        expected.length,
      ])
    }
  },
)
