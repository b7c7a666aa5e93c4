import type { FastifyInstance } from 'fastify'
import { forgetDevice, getSettings } from '../../../contract/settings.ts'
import { listThemeImages } from '../../../contract/themes.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { createResponseCache } from '../../platform/http/response-cache.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { toThemeImages } from '../tenants/index.ts'
import { buildManifest } from './manifest.ts'

/** Creates the routes that describe a host: settings, theme images and the manifest of the installed app. */
export function createSettingsFeature({ tableVersions }: Pick<Services, 'tableVersions'>): Feature {
  const sendCached = createResponseCache(tableVersions)
  // Depends on the tenant only, which is a new object after each reload.
  const tables: readonly string[] = []
  return {
    routes: (app: FastifyInstance) => {
      registerCall(app, getSettings, (context, input) =>
        sendCached(context, input, getSettings, { tables }, async () => context.tenant.settings),
      )
      registerCall(app, listThemeImages, (context, input) =>
        sendCached(context, input, listThemeImages, { tables }, async () => {
          const { themeId, offset, count } = input.query
          if (themeId !== context.tenant.settings.theme) throw new Failure('NotFound')
          const all = toThemeImages(context.tenant, context.language)
          const items = all.slice(offset, offset + count)
          return { items, count: items.length, total: all.length }
        }),
      )
      registerCall(app, forgetDevice, async (_context, { reply }) => {
        // "storage" would also delete the app, which has to open offline.
        reply.header('clear-site-data', '"cache"')
        return undefined
      })
      app.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) => {
        const context = await app.getContext(request)
        return reply
          .type('application/manifest+json; charset=utf-8')
          .header('cache-control', 'max-age=300')
          .header('vary', 'host, accept-language')
          .send(JSON.stringify(buildManifest(context.tenant, context.language)))
      })
    },
  }
}
