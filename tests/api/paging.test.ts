import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call } from '../../contract/call.ts'
import { allCalls } from '../../contract/calls.ts'
import { fetchAnswer } from '../support/server/api-calls.ts'
import { expectedCalls } from '../support/server/expected-tenant-calls.ts'
import { closeTwoTenants, openTwoTenants, shop } from '../support/server/two-tenants.ts'

beforeAll(openTwoTenants, 60_000)
afterAll(closeTwoTenants)

interface List {
  items: unknown[]
  count: number
  total: number
}

const listFields = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
const listCalls = allCalls.filter(({ answer: list }) =>
  ['items', 'total'].every((field) => listFields(list).includes(field)),
)

async function readPage(call: Call, query: Record<string, string>): Promise<List> {
  const validInput = await expectedCalls[call.name]?.buildInput('one.test')
  return (await fetchAnswer(shop.app, call, {
    ...validInput,
    query: { ...validInput?.query, ...query },
  })) as unknown as List
}

it.each(listCalls.map((call) => [`${call.service}.${call.name}`, call] as const))(
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
