import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { documentationPage } from './documentation-page.ts'
import { describeFilesAndHeaders } from './openapi-extras.ts'

/** Serves OpenAPI 3.1 at `/public/openapi.json` and an HTML version at `/public/docs`. Register before the routes. */
export async function serveDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Photofinish',
        version: '1',
        description: 'Find, buy and download race photos. Money is in minor units.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    hideUntagged: true,
  })
  let described: Record<string, unknown> | undefined
  // All routes are registered before the first request.
  const document = () =>
    (described ??= describeFilesAndHeaders(
      structuredClone(app.swagger()) as unknown as Record<string, unknown>,
    ))

  app.get('/public/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(document()),
  )
  app.get('/public/docs', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(documentationPage(document())),
  )
}
