import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createArchive } from '../../../contract/archives.ts'
import { toRoute } from '../../../contract/call.ts'
import { listEvents } from '../../../contract/events.ts'
import { getOrder } from '../../../contract/orders.ts'
import { requireCalls } from './require-calls.ts'

test('an application serves its calls, and one that is not registered is named', () => {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  app.post(toRoute(createArchive), async () => undefined)
  app.get(toRoute(getOrder), async () => undefined)
  expect(() => requireCalls(app, [getOrder, createArchive])).not.toThrow()
  expect(() => requireCalls(app, [getOrder, listEvents])).toThrow(
    `No feature serves ${listEvents.service}.${listEvents.name}:`,
  )
})
