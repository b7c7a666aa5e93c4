import * as fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Call, toRoute } from '../../contract/call.ts'
import { allCalls } from '../../contract/calls.ts'
import { errorStatus, isErrorCode } from '../../contract/errors.ts'
import { callCounts } from '../../server/platform/http/tables.ts'
import {
  applyMutation,
  arbitraryMutation,
  type Mutation,
  mutateOneValue,
  noMutation,
  type Operation,
} from '../support/server/any-input.ts'
import type { CallInput } from '../support/server/api-calls.ts'
import { expectedCalls } from '../support/server/expected-tenant-calls.ts'
import { compareWithDocument } from '../support/server/openapi-document.ts'
import {
  closeTwoTenants,
  event,
  openTwoTenants,
  renewOwnCart,
  shop,
  visitor,
} from '../support/server/two-tenants.ts'
import { selectByEffort } from '../trials.ts'

/**
 * Fuzzes every call of the served OpenAPI document. A seed reproduces its requests; for a longer run:
 * `INPUT_SEED=7 TEST_EFFORT=long npx vitest run --project=slow tests/api/any-input.test.ts`.
 */
const seed = Number(process.env.INPUT_SEED ?? 42)
const numRuns = selectByEffort({ quick: 1, full: 10, long: 2000 })
/** Interval at which requests with one mutated value are sent. A prime, so that each parameter gets many values. */
const sampleInterval = selectByEffort({ quick: 47, full: 1, long: 1 })

let paths: Record<string, Record<string, Operation>>

beforeAll(async () => {
  await openTwoTenants()
  const { body } = await shop.app.inject({ url: '/public/openapi.json', headers: { host: 'one.test' } })
  ;({ paths } = JSON.parse(body) as { paths: typeof paths })
}, 60_000)
afterAll(closeTwoTenants)

it('the served document describes the calls of the contract, and no others', () => {
  const served = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  )
  const declared = allCalls.map((call) => `${call.method.toLowerCase()} ${toOpenApiPath(call)}`)
  expect(served.sort()).toEqual(declared.sort())
})

it.each(allCalls.map((call) => [`${call.service}.${call.name}`, call] as const))(
  '%s answers any input as documented, and never with an internal error',
  async (_name, call) => {
    const operation = paths[toOpenApiPath(call)]?.[call.method.toLowerCase()]
    const row = expectedCalls[call.name]
    if (!operation || !row) throw new Error(`${call.name} is not described, or has no row`)
    let runs = 0
    let isUsed = false
    let renewals = 0
    const createValidCall = async () => {
      if (call.service === 'cart') await renewOwnCart()
      return row.buildInput('one.test')
    }
    let validCall = await createValidCall()
    const mutations = mutateOneValue(operation, validCall, listKnownValues()).filter(
      (_, index) => index % sampleInterval === 0,
    )
    const examples = [noMutation, ...mutations].map((twist): [Mutation] => [twist])
    await fc.assert(
      fc.asyncProperty(arbitraryMutation(operation, listKnownValues()), async (twist) => {
        if (isUsed && renewals++ < 8) validCall = await createValidCall()
        // the requests of a call have one token, which may make 20 of some calls
        if (runs % 20 === 0) await shop.services.db.delete(callCounts)
        const { request, response } = await sendTwisted(call, validCall, twist, runs++)
        isUsed = call.method !== 'GET' && response.statusCode < 300
        if (twist === noMutation) expect(response.statusCode, response.body).toBe(call.status)
        const fault = findFault(call, response)
        expect(fault, `${JSON.stringify(request)}\n${response.statusCode} ${response.body}`).toBe('')
      }),
      // earlier requests affect later ones, so shrinking would give a different sequence
      { seed, numRuns: examples.length + numRuns, endOnFailure: true, examples },
    )
  },
)

const toOpenApiPath = (call: Call) => toRoute(call).replace(/:([A-Za-z]+)/g, '{$1}')

/** Returns ids and texts that exist in the test server. */
const listKnownValues = () => [
  ...[
    event.id,
    event.albumId,
    event.catalogId,
    event.competitorsListId,
    visitor.framed.photoId,
    visitor.cartId,
    visitor.itemId,
  ],
  ...[
    visitor.paidOrder.orderId,
    visitor.paidOrder.invoiceId,
    visitor.unpaid.orderId,
    visitor.unpaid.invoiceId,
    visitor.receiptId,
  ],
  ...[
    visitor.shareId,
    visitor.archiveId,
    visitor.competitorId,
    visitor.codeId,
    visitor.tagId,
    visitor.selfie.selfieId,
  ],
  ...['128', 'FIRST', 'sandbox', 'card', 'ru', 'InCatalog', 'anna@mail.example', 'http://one.test/'],
]

async function sendTwisted(call: Call, validCall: CallInput, twist: Mutation, run: number) {
  const { params, query, headers, payload } = applyMutation(validCall, twist, {
    signedIn: visitor.signedIn,
    broken: `${visitor.token.slice(0, -4)}AAAA`,
  })
  const path = toRoute(call).replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(toSegment(params[name]).toWellFormed()),
  )
  const search = Object.entries(query).flatMap(([name, value]) =>
    // sends a list as a repeated parameter
    [value].flat().map((each) => `${name}=${encodeURIComponent(toText(each).toWellFormed())}`),
  )
  const request = {
    method: call.method,
    url: search.length > 0 ? `${path}?${search.join('&')}` : path,
    headers: { host: 'one.test', ...headers },
    ...(payload === undefined ? {} : { payload }),
  }
  // a separate address per request avoids shared rate limits
  const remoteAddress = `10.0.${run >> 8}.${run & 255}`
  return { request, response: await shop.app.inject({ ...request, remoteAddress }) }
}

/** Replaces an empty segment, or one of dots only, which would be the path of another call. */
const toSegment = (value = '') => (/^\.{0,2}$/.test(value) ? '-' : value)
const toText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Returns a description of the fault of a response; empty if there is none. */
function findFault(call: Call, response: LightMyRequestResponse): string {
  const { statusCode, body, headers } = response
  if (statusCode === 500) return 'an internal error'
  const differences = compareWithDocument(shop.app, call, response)
  if (differences.length > 0) return differences.join('; ')
  if (statusCode < 400 || body === '') return ''
  const { code, status } = response.json<{ code: string; status: number }>()
  if (!isErrorCode(code) || errorStatus[code] !== statusCode || status !== statusCode) return `not a ${code}`
  if (headers['cache-control'] !== 'no-store') return 'a refusal that may be cached'
  return /node_modules|\bat .+:\d+:\d+|\bselect\b.+\bfrom\b/i.test(body) ? 'internal details' : ''
}
