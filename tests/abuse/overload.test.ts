import type { AddressInfo } from 'node:net'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type Call, tenantHeader, toRoute } from '../../contract/call.ts'
import { createCart } from '../../contract/cart.ts'
import { Problem } from '../../contract/errors.ts'
import { sendSelfie } from '../../contract/recognition.ts'
import { maxCalls } from '../../server/platform/http/call-capacity.ts'
import { reportFigures } from '../support/data/figures.ts'
import { sendCall } from '../support/server/api-calls.ts'
import { openShop, type Shop } from '../support/server/shop.ts'

const callsTooMany = 40

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Keeps the session of the database in a transaction until the returned function is called. */
async function occupyDatabase(): Promise<() => Promise<void>> {
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => (release = resolve))
  let occupied: Promise<void> | undefined
  await new Promise<void>((begun) => {
    occupied = shop.services.db.transaction(async () => {
      begun()
      await released
    })
  })
  return async () => {
    release()
    await occupied
  }
}

/** Sends a call without a body over a connection. */
function fetchCall(call: Call): Promise<Response> {
  const { port } = shop.app.server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}${toRoute(call)}`, { method: call.method })
}

it('calls above what a process answers in time are refused at once, others and selfies are answered', async () => {
  const releaseDatabase = await occupyDatabase()
  onTestFinished(releaseDatabase)
  const answers: LightMyRequestResponse[] = []
  const calls = Array.from({ length: maxCalls + callsTooMany }, async (_, index) => {
    const headers = { 'idempotency-key': `a-key-of-phone-${index}` }
    const answer = await sendCall(shop.app, createCart, { body: {}, headers, address: `192.0.2.${index}` })
    answers.push(answer)
  })
  await vi.waitFor(() => expect(answers).toHaveLength(callsTooMany))
  const refused = [...answers]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(Array(callsTooMany).fill(503))
  expect(refused[0]?.json()).toMatchObject({ code: 'Overloaded' })
  const pauses = refused.map(({ headers }) => Number(headers['retry-after']))
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(5)
  expect(new Set(pauses).size).toBeGreaterThan(1)
  // is validated, so it was not refused
  expect((await sendCall(shop.app, sendSelfie)).statusCode).not.toBe(503)
  // over a connection, calls are refused before the app handles them
  const overConnection = await fetchCall(createCart)
  expect(overConnection.status).toBe(503)
  expect(overConnection.headers.get(tenantHeader)).toBe('photofinish')
  expect(Number(overConnection.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(Problem.parse(await overConnection.json())).toMatchObject({ code: 'Overloaded', status: 503 })
  expect((await fetchCall(sendSelfie)).status).not.toBe(503)
  expect(shop.app.callCapacity.refusedCount).toBe(1)

  await releaseDatabase()
  await Promise.all(calls)
  const answered = answers.slice(callsTooMany)
  expect(answered.map(({ statusCode }) => statusCode)).toEqual(Array(maxCalls).fill(createCart.status))
  const next = await sendCall(shop.app, createCart, {
    body: {},
    headers: { 'idempotency-key': 'a-later-key' },
  })
  expect(next.statusCode).toBe(createCart.status)
  reportFigures('more calls in progress than a process answers in time', {
    answered: `${answered.length} of ${calls.length}`,
    'refused at once with Retry-After': refused.length,
    'of 1 to 5 s': `${Math.min(...pauses)} to ${Math.max(...pauses)}`,
  })
})
