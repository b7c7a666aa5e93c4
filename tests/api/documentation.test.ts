import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createArchive } from '../../contract/archives.ts'
import { buildPath, type Call, toRoute } from '../../contract/call.ts'
import { allCalls } from '../../contract/calls.ts'
import { checkOut, createCart, getCart } from '../../contract/cart.ts'
import { errorCodes } from '../../contract/errors.ts'
import { getEvent } from '../../contract/events.ts'
import { notifyPayment } from '../../contract/invoices.ts'
import { getPicture, listOrders } from '../../contract/orders.ts'
import { listPhotos } from '../../contract/photos.ts'
import { createUpload } from '../../contract/uploads.ts'
import { sendCall } from '../support/server/api-calls.ts'
import { compareWithDocument } from '../support/server/openapi-document.ts'
import { openServedPages } from '../support/server/served-pages.ts'
import { openShop, type Shop } from '../support/server/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
}, 60_000)
afterAll(() => shop.close())

interface Operation {
  summary: string
  security?: Record<string, []>[]
  parameters?: { in: string; name: string; required: boolean }[]
  requestBody?: { required: boolean; content: Record<string, unknown> }
  responses: Record<
    string,
    {
      headers?: Record<string, { required: boolean }>
      content?: Record<string, { schema: { properties: { code: { enum: string[] } } } }>
    }
  >
}

async function fetchOpenApi(): Promise<Record<string, Record<string, Operation>>> {
  const { body } = await shop.app.inject({ url: '/public/openapi.json', headers: { host: 'one.test' } })
  const document = JSON.parse(body) as { openapi: string; paths: Record<string, Record<string, Operation>> }
  expect(document.openapi).toBe('3.1.0')
  return document.paths
}

async function findOperation(call: Call): Promise<Operation> {
  const match = listOperations(await fetchOpenApi()).find((each) => each.call === call)
  if (!match) throw new Error(`${call.name} is not described`)
  return match.operation
}

/** Returns the names of the headers that a response always has. */
const listRequiredHeaders = ({ responses }: Operation, status: number) =>
  Object.entries(responses[status]?.headers ?? {}).flatMap(([name, { required }]) => (required ? [name] : []))

const listOperations = (paths: Awaited<ReturnType<typeof fetchOpenApi>>) =>
  allCalls.map((call) => {
    const operation = paths[toRoute(call).replace(/:([A-Za-z]+)/g, '{$1}')]?.[call.method.toLowerCase()]
    if (!operation) throw new Error(`${call.service}.${call.name} is not described`)
    return { call, operation }
  })

it('serves every call of the contract', () => {
  const unservedCalls = allCalls.filter((call) => {
    const url = toRoute(call)
    // the router also matches a path with a trailing slash without it
    const paths = [url, url.replace(/\/$/, '')]
    return !paths.some((path) => shop.app.hasRoute({ method: call.method, url: path }))
  })
  expect(unservedCalls.map(({ service, name }) => `${service}.${name}`)).toEqual([])
})

it('describes every call of the contract, with its answer and problem documents', async () => {
  for (const { call, operation } of listOperations(await fetchOpenApi())) {
    expect(operation.summary, call.name).toBe(call.summary)
    expect(Object.keys(operation.responses), call.name).toContain(String(call.status))
    const badRequest = operation.responses['400']?.content ?? {}
    expect(Object.keys(badRequest), call.name).toEqual(['application/problem+json'])
  }
})

it('says where a file is sent and where a key is taken, once, however often it is asked', async () => {
  await fetchOpenApi()
  for (const { call, operation } of listOperations(await fetchOpenApi())) {
    const keys = operation.parameters?.filter(({ name }) => name === 'Idempotency-Key') ?? []
    expect(keys.length, call.name).toBe(call.idempotent ? 1 : 0)
    if (call.bodyType === 'multipart/form-data') {
      expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(['multipart/form-data'])
    }
  }
})

it('says which token a call takes, and where it is optional', async () => {
  const readSecurity = async (call: Call) => (await findOperation(call)).security
  expect(await readSecurity(getEvent)).toBeUndefined()
  expect(await readSecurity(listPhotos)).toEqual([{ searchToken: [] }])
  expect(await readSecurity(listOrders)).toEqual([{ identityToken: [] }])
  expect(await readSecurity(getCart)).toEqual([{}, { searchToken: [] }, { identityToken: [] }])
  const document = await shop.app.inject({ url: '/public/openapi.json', headers: { host: 'one.test' } })
  const { components } = document.json<{ components: { securitySchemes: Record<string, object> } }>()
  for (const { operation } of listOperations(await fetchOpenApi()))
    for (const name of (operation.security ?? []).flatMap((each) => Object.keys(each)))
      expect(components.securitySchemes[name]).toMatchObject({ type: 'http', scheme: 'bearer' })
})

it('names the headers of requests', async () => {
  const readNames = async (call: Call) =>
    ((await findOperation(call)).parameters ?? [])
      .filter((parameter) => parameter.in === 'header')
      .map(({ name }) => name)
  expect(await readNames(checkOut)).toEqual([
    'device-key',
    'Accept-Language',
    'Idempotency-Key',
    'identity-token',
  ])
  expect(await readNames(getEvent)).toEqual(['Accept-Language', 'If-None-Match'])
  expect(await readNames(getPicture)).toEqual(['Accept-Language', 'If-None-Match', 'Range', 'If-Range'])
  const isKeyRequired = async (call: Call) =>
    (await findOperation(call)).parameters?.find(({ name }) => name === 'Idempotency-Key')?.required
  expect([await isKeyRequired(createUpload), await isKeyRequired(createArchive)]).toEqual([true, false])
})

it('names the headers of answers', async () => {
  expect(listRequiredHeaders(await findOperation(createArchive), 201)).toEqual([
    'photofinish-tenant',
    'Location',
    'X-Archive-Id',
  ])
  expect(listRequiredHeaders(await findOperation(createUpload), 201)).toContain('Location')
  for (const { call, operation } of listOperations(await fetchOpenApi())) {
    for (const status of [429, 503])
      expect(listRequiredHeaders(operation, status), call.name).toContain('Retry-After')
    expect(listRequiredHeaders(operation, call.status), call.name).toContain('photofinish-tenant')
  }
})

it('describes what is sent: the bytes of a notification, and a body that may be left out', async () => {
  const notification = await findOperation(notifyPayment)
  expect(notification.requestBody).toEqual({
    required: true,
    content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
  })
  expect((await findOperation(checkOut)).requestBody?.required).toBe(false)
  expect((await findOperation(createArchive)).requestBody?.required).toBe(true)
})

it('names the codes of each status', async () => {
  const { responses } = await findOperation(notifyPayment)
  const readCodes = (status: number) =>
    responses[status]?.content?.['application/problem+json']?.schema.properties.code.enum
  expect([readCodes(401), readCodes(404)]).toEqual([['SignatureInvalid'], ['ProviderNotFound']])
  expect(readCodes(503)).toEqual(['Overloaded', 'ServiceUnavailable'])
})

describe('an answer that differs from the document', () => {
  const compareChanged = (changes: object) =>
    sendCall(shop.app, createCart, { body: {} }).then((response) =>
      compareWithDocument(shop.app, createCart, Object.assign(Object.create(response), changes)),
    )
  const anyDifferences = expect.arrayContaining([expect.any(String)])

  it('is found by status, header, media type and body', async () => {
    expect(await compareChanged({})).toEqual([])
    expect(await compareChanged({ statusCode: 202 })).toEqual(anyDifferences)
    expect(await compareChanged({ headers: { 'content-type': 'application/json' } })).toEqual([
      'the header photofinish-tenant is missing',
    ])
    expect(
      await compareChanged({ headers: { 'content-type': 'text/html', 'photofinish-tenant': 'one' } }),
    ).toEqual(['text/html instead of application/json'])
    const shoppingCartId = randomUUID()
    for (const body of [{}, { shoppingCartId: 'no id' }, { shoppingCartId, surplus: 1 }])
      expect(await compareChanged({ json: () => body })).toEqual(anyDifferences)
    expect(await compareChanged({ json: () => ({ shoppingCartId }) })).toEqual([])
  })

  it('is found by a code that the call does not list', async () => {
    const notFoundResponse = await sendCall(shop.app, getCart, { params: { shoppingCartId: randomUUID() } })
    const problem = notFoundResponse.json<object>()
    const compareCode = (code: string) =>
      compareWithDocument(
        shop.app,
        getCart,
        Object.assign(Object.create(notFoundResponse), { json: () => ({ ...problem, code }) }),
      )
    expect(compareCode('CartNotFound')).toEqual([])
    expect(compareCode('OrderNotFound')).toEqual(anyDifferences)
  })
})

describe('another method at the path of a call', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  const served = new Map<string, string[]>()
  for (const call of allCalls) {
    const url = buildPath(
      call,
      Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'x'])),
    )
    const withHead = call.method === 'GET' ? ['GET', 'HEAD'] : [call.method]
    served.set(url, [...(served.get(url) ?? []), ...withHead])
  }

  it('is answered by 405 with what is allowed', async () => {
    for (const [url, allowed] of served)
      for (const method of methods.filter((each) => !allowed.includes(each))) {
        const response = await shop.app.inject({
          method,
          url,
          headers: { host: 'one.test', 'content-type': 'application/json' },
          ...(method === 'POST' ? { payload: '{' } : {}),
        })
        expect(response.statusCode, `${method} ${url}`).toBe(405)
        expect(String(response.headers.allow).split(', ').sort(), url).toEqual([...allowed].sort())
        if (method === 'HEAD') continue
        expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
        expect(response.json()).toMatchObject({ code: 'MethodNotAllowed', status: 405 })
      }
  })

  it('is refused next to the pages, too, while an unknown path is not found', async () => {
    const pages = await openServedPages({ one: {} })
    const fetchPath = async (url: string) => {
      const { statusCode, headers } = await pages.app.inject({ url, headers: { host: 'one.test' } })
      return [statusCode, headers.allow]
    }
    expect(await fetchPath('/public/settings/api/v1/forgetDevice')).toEqual([405, 'POST'])
    expect(await fetchPath('/public/settings/api/v1/nothing')).toEqual([404, undefined])
    await pages.close()
  })
})

it('shows the same to people: every call and every code on one page', async () => {
  const { body, statusCode } = await shop.app.inject({ url: '/public/docs', headers: { host: 'one.test' } })
  expect(statusCode).toBe(200)
  for (const call of allCalls) expect(body).toContain(`id="${call.service}.${call.name}"`)
  for (const code of errorCodes) expect(body).toContain(`id="${code}"`)
})
