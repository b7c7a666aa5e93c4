import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'

/** Everything comes from our own host; nothing inline runs, no plug-ins, no framing. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  // a picture chosen on the device is read by its own address
  "connect-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The shell's HTML with the tenant's settings as a JSON data block, so that the first paint is the tenant's.
 *
 * @param onNewBuild told when the folder holds another build than before
 */
export function createPage(webFolder: string, onNewBuild: () => void) {
  const file = join(webFolder, 'index.html')
  let shell = ''
  let shellTime = 0
  const readShell = () => {
    const time = statSync(file).mtimeMs
    if (time !== shellTime) {
      shell = readFileSync(file, 'utf8')
      shellTime = time
      onNewBuild()
    }
    return shell
  }
  return {
    send(reply: FastifyReply, context: Context): FastifyReply {
      const { settings } = context.tenant
      const block = `<script type="application/json" id="settings">${escapeJson(settings)}</script>`
      const html = readShell()
        .replace('<!--settings-->', () => block)
        .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(settings.tenantName)}</title>`)
        .replace(
          /<html lang="[^"]*"/,
          `<html lang="${settings.lang}" data-tenant="${escapeHtml(settings.theme)}"`,
        )
      const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
      reply
        .header('etag', etag)
        .header('cache-control', 'no-cache')
        .header('vary', 'host')
        .header('content-security-policy', contentSecurityPolicy)
        .header('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=()')
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
      return reply.request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(html)
    },
  }
}

/** JSON that cannot close its script element. */
const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
