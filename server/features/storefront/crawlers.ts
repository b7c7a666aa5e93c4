import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getListedAddresses } from '../../../contract/pages.ts'
import type { Context } from '../../platform/context.ts'
import { escapeHtml } from '../../platform/html.ts'
import { searchEvents } from '../event-overview/index.ts'
import { getCanonicalOrigin } from './origin.ts'

/** Limits the addresses of a sitemap (sitemaps.org). */
const maxSitemapUrls = 50_000

/**
 * Serves `/robots.txt` and `/sitemap.xml` of a tenant. Private pages are not disallowed: a crawler must load them to see that
 * they are not to be indexed.
 */
export function serveCrawlerFiles(app: FastifyInstance): void {
  const getContextAndOrigin = async (request: FastifyRequest) => {
    const context = await app.getContext(request)
    return { context, origin: getCanonicalOrigin(context, request) }
  }
  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) => {
    const { origin } = await getContextAndOrigin(request)
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'host')
      .send(`User-agent: *\nDisallow: /files/\nDisallow: /bank\nSitemap: ${origin}/sitemap.xml\n`)
  })
  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    const { context, origin } = await getContextAndOrigin(request)
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'host')
      .send(await buildSitemap(context, origin))
  })
}

/** Returns a sitemap of every listed page and every published event of the tenant, newest first (sitemaps.org). */
async function buildSitemap(context: Context, origin: string): Promise<string> {
  const pages = getListedAddresses(context.tenant.settings)
  const { rows } = await searchEvents(context, { offset: 0, count: maxSitemapUrls - pages.length })
  const paths = [...pages, ...rows.map(({ id }) => `/event/${id}`)]
  const lines = paths.map((path) => `  <url><loc>${escapeHtml(origin + path)}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...lines,
    '</urlset>',
    '',
  ].join('\n')
}
