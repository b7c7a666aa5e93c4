import type { FastifyInstance, FastifyReply } from 'fastify'
import { Failure } from '../../platform/http/problem.ts'
import type { Feature } from '../../platform/services.ts'
import { buildFileUrl, buildLogoUrl, logoName, toMediaType } from './brand-files.ts'
import { drawLogo } from './draw-logo.ts'
import { renderPolicy } from './policy/index.ts'

/** Serves the brand files of the requested host: logo, pictures, fonts. Their addresses contain a content hash. */
export function createTenantsFeature(): Feature {
  return {
    routes: (app: FastifyInstance) => {
      app.get<{ Params: { hash: string; name: string } }>(
        '/tenant/:hash/:name',
        { schema: { hide: true } },
        async (request, reply) => {
          const { brand } = (await app.getContext(request)).tenant
          const { hash, name } = request.params
          const path = `/tenant/${hash}/${name}`
          if (name === logoName && brand.logo && path === buildLogoUrl(brand))
            return sendFile(reply, name, await drawLogo(brand))
          const bytes = brand.files.get(name)
          if (!bytes || path !== buildFileUrl(brand, name)) throw new Failure('NotFound')
          return sendFile(reply, name, Buffer.from(bytes))
        },
      )
      app.get('/policy.pdf', { schema: { hide: true } }, async (request, reply) => {
        const { tenant } = await app.getContext(request)
        return reply
          .header('cache-control', 'max-age=3600')
          .header('vary', 'host')
          .header('x-content-type-options', 'nosniff')
          .type('application/pdf')
          .send(renderPolicy(tenant, request.host))
      })
    },
  }
}

function sendFile(reply: FastifyReply, name: string, bytes: Buffer): FastifyReply {
  return (
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'host')
      .header('x-content-type-options', 'nosniff')
      // An SVG opened directly would be a page.
      .header('content-security-policy', "default-src 'none'; img-src data:; style-src 'unsafe-inline'")
      .header('content-length', bytes.length)
      .type(toMediaType(name) ?? 'application/octet-stream')
      .send(bytes)
  )
}
