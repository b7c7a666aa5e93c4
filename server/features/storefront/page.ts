import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { escapeHtml } from '../../platform/html.ts'
import { firstPaintOf } from '../tenants/index.ts'
import { type Head, headLanguage, headOf, plainHead } from './head.ts'
import { ownOrigin } from './origin.ts'
import { pagePolicy } from './policy.ts'
import { preloadsOf, readManifest } from './preloads.ts'

/**
 * The shell's HTML with the page's own head, and the tenant's settings as a JSON data block, so that the first paint
 * is the tenant's.
 *
 * @param onNewBuild told when the folder holds another build than before
 */
export function createPage(webFolder: string, onNewBuild: () => void) {
  const file = join(webFolder, 'index.html')
  let shell = ''
  let shellTime = 0
  let manifest: ReturnType<typeof readManifest> = {}
  const readShell = () => {
    const time = statSync(file).mtimeMs
    if (time !== shellTime) {
      shell = readFileSync(file, 'utf8')
      shellTime = time
      manifest = readManifest(webFolder)
      onNewBuild()
    }
    return shell
  }
  return {
    async send(reply: FastifyReply, context: Context, path: string): Promise<FastifyReply> {
      const { settings } = context.tenant
      const head = await headFor(context, reply.request, path)
      const block = `<script type="application/json" id="settings">${escapeJson(settings)}</script>`
      const brand = firstPaintOf(context.tenant, head.language)
      const html = brand
        .paint(readShell())
        .replace('<!--settings-->', () => preloadsOf(manifest, { ...head, path }) + block)
        .replace(/<meta name="description"[^>]*>/, '')
        .replace(/<title>[^<]*<\/title>/, () => wordsOf(head))
        .replace(
          /<html lang="[^"]*"/,
          () => `<html lang="${head.language}" data-tenant="${escapeHtml(settings.theme)}"`,
        )
      const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
      reply
        .header('etag', etag)
        .header('cache-control', 'no-cache')
        .header('vary', 'host, accept-language')
        .header('content-security-policy', pagePolicy(settings, brand.styleSources))
        .header('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=()')
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
      if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.code(head.status).send(html)
    },
  }
}

/** JSON that cannot close its script element. */
const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const wordsOf = ({ title, description, tags }: Head) =>
  [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    tags,
  ].join('\n    ')

/** A page is served also when nothing can be asked about it: then it says only whose it is. */
async function headFor(context: Context, request: FastifyRequest, path: string): Promise<Head> {
  const language = headLanguage(context, request.headers['accept-language'])
  const told = { ...context, language }
  try {
    return await headOf(told, path, ownOrigin(context, request))
  } catch (error) {
    context.log.error({ err: error }, 'the head of a page could not be made')
    return plainHead(told)
  }
}
