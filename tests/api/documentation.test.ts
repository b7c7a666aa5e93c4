import { afterAll, beforeAll, expect, it } from 'vitest'
import { routeOf } from '../../contract/call.ts'
import { allCalls } from '../../contract/calls.ts'
import { errorCodes } from '../../contract/errors.ts'
import { openShop, type Shop } from '../world/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
}, 60_000)
afterAll(() => shop.close())

interface Operation {
  summary: string
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

async function openApi(): Promise<Record<string, Record<string, Operation>>> {
  const { body } = await shop.app.inject({ url: '/public/openapi.json', headers: { host: 'one.test' } })
  const document = JSON.parse(body) as { openapi: string; paths: Record<string, Record<string, Operation>> }
  expect(document.openapi).toBe('3.1.0')
  return document.paths
}

const operationsOf = (paths: Awaited<ReturnType<typeof openApi>>) =>
  allCalls.map((call) => {
    const operation = paths[routeOf(call).replace(/:([A-Za-z]+)/g, '{$1}')]?.[call.method.toLowerCase()]
    if (!operation) throw new Error(`${call.service}.${call.name} is not described`)
    return { call, operation }
  })

it('serves every call of the contract', () => {
  const unserved = allCalls.filter((call) => {
    const url = routeOf(call)
    // the router also matches a path with a trailing slash without it
    const paths = [url, url.replace(/\/$/, '')]
    return !paths.some((path) => shop.app.hasRoute({ method: call.method, url: path }))
  })
  expect(unserved.map(({ service, name }) => `${service}.${name}`)).toEqual([])
})

it('describes every call of the contract, with its answer and problem documents', async () => {
  for (const { call, operation } of operationsOf(await openApi())) {
    expect(operation.summary, call.name).toBe(call.summary)
    expect(Object.keys(operation.responses), call.name).toContain(String(call.status))
    const bad = operation.responses['400']?.content ?? {}
    expect(Object.keys(bad), call.name).toEqual(['application/problem+json'])
  }
})

it('says where a file is sent and where a key is taken, once, however often it is asked', async () => {
  await openApi()
  for (const { call, operation } of operationsOf(await openApi())) {
    const keys = operation.parameters?.filter(({ name }) => name === 'Idempotency-Key') ?? []
    expect(keys.length, call.name).toBe(call.idempotent ? 1 : 0)
    if (call.bodyType === 'multipart/form-data') {
      expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(['multipart/form-data'])
    }
  }
})

it('shows the same to people: every call and every code on one page', async () => {
  const { body, statusCode } = await shop.app.inject({ url: '/public/docs', headers: { host: 'one.test' } })
  expect(statusCode).toBe(200)
  for (const call of allCalls) expect(body).toContain(`id="${call.service}.${call.name}"`)
  for (const code of errorCodes) expect(body).toContain(`id="${code}"`)
})
