import type { FastifyInstance } from 'fastify'
import { forgetDevice, getSettings } from '../../../contract/settings.ts'
import { listThemeImages } from '../../../contract/themes.ts'
import type { Feature, Ground } from '../../platform/app-parts.ts'
import { handle } from '../../platform/http/handle.ts'
import { createKeptAnswers } from '../../platform/http/kept-answers.ts'
import { Failure } from '../../platform/http/problem.ts'
import { themeImagesOf } from '../tenants/index.ts'
import { manifestOf } from './manifest.ts'

/** What a host says of itself: settings, theme images and the manifest of the installed app. */
export function createSettingsFeature({ revisions }: Pick<Ground, 'revisions'>): Feature {
  const sendKept = createKeptAnswers(revisions)
  // of the tenant alone, which is another one as soon as its file or row is read anew
  const tables: readonly string[] = []
  return {
    routes: (app: FastifyInstance) => {
      handle(app, getSettings, (context, input) =>
        sendKept(context, input, getSettings, { tables }, async () => context.tenant.settings),
      )
      handle(app, listThemeImages, (context, input) =>
        sendKept(context, input, listThemeImages, { tables }, async () => {
          const { themeId, offset, count } = input.query
          if (themeId !== context.tenant.settings.theme) throw new Failure('NotFound')
          const all = themeImagesOf(context.tenant, context.language)
          const items = all.slice(offset, offset + count)
          return { items, count: items.length, total: all.length }
        }),
      )
      handle(app, forgetDevice, async (_context, { reply }) => {
        // "storage" would take the app itself along, which has to open without a network
        reply.header('clear-site-data', '"cache"')
        return undefined
      })
      app.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) => {
        const context = await app.contextOf(request)
        return reply
          .type('application/manifest+json; charset=utf-8')
          .header('cache-control', 'max-age=300')
          .header('vary', 'host, accept-language')
          .send(JSON.stringify(manifestOf(context.tenant, context.language)))
      })
    },
  }
}
