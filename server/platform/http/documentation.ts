import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { renderDocumentationPage } from './documentation-page.ts'
import { describeCalls, type Json, securitySchemes } from './openapi-extras.ts'

/** Serves OpenAPI 3.1 at `/public/openapi.json` and an HTML version at `/public/docs`. Register before the routes. */
export async function serveDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Photofinish',
        version: '1',
        description:
          'Find, buy and download race photos. Money is in minor units. Another method at the path of a call is answered by 405 with `Allow`.',
      },
      components: { securitySchemes },
    },
    transform: jsonSchemaTransform,
    hideUntagged: true,
  })

  app.get('/public/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(getOpenApiDocument(app)),
  )
  app.get('/public/docs', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(renderDocumentationPage(getOpenApiDocument(app))),
  )
}

const documents = new WeakMap<FastifyInstance, Json>()

/** Returns the OpenAPI document of an application that is ready, i.e. has all its routes. Built on the first call. */
export function getOpenApiDocument(app: FastifyInstance): Json {
  const document = documents.get(app) ?? describeCalls(structuredClone({ ...app.swagger() }))
  documents.set(app, document)
  return document
}
