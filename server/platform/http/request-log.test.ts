import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { RequestLog } from './request-log.ts'

test('a request is one line with method, route, status and time, without its address', async () => {
  const lines: string[] = []
  const app = Fastify({
    loggerInstance: createLogger('info', { write: (line) => void lines.push(line) }),
    logController: new RequestLog(),
  })
  app.get('/orders/:id', (_, reply) => reply.code(201).send({}))
  await app.inject('/orders/secret-id?token=secret-token')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      msg: 'request completed',
      req: { method: 'GET', route: '/orders/:id' },
      res: { status: 201 },
      responseTime: expect.any(Number),
    }),
  ])
  expect(lines.join('')).not.toContain('secret')
  await app.close()
})
