import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { initialDataId } from '../../../contract/ssr.ts'
import type { Context } from '../../platform/context.ts'
import { escapeHtml } from '../../platform/html.ts'
import { buildFirstPaint } from '../tenants/index.ts'
import { askFor } from './ask.ts'
import { bootstrapScript, codeId } from './bootstrap-inline.ts'
import { buildHead, type Head, headLanguage, keptShell, plainHead } from './head.ts'
import { ownOrigin } from './origin.ts'
import { pagePolicy } from './policy.ts'
import { listPreloads, type Preloads, preloadOfCover, readManifest } from './preloads.ts'
import type { RenderedPage, RenderPage } from './ssr.ts'

/**
 * Creates the renderer of pages: the shell's HTML with the page's head. The tenant's settings are a JSON data block in it, so
 * that the first paint uses them.
 *
 * @param onNewBuild called when the folder holds another build than before
 */
export function createPage(webFolder: string, renderPage: RenderPage, onNewBuild: () => void) {
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
  /**
   * Renders the page on the server. Skips the shell cached by the service worker, which is used for every page. Failures are
   * logged, and the page is served without it.
   */
  const renderedPage = async (context: Context, request: FastifyRequest, path: string, head: Head) => {
    const { headers, url } = request
    if (path === keptShell || head.status !== 200 || !saysNothing(url)) return undefined
    // A request with a cookie is from a returning visitor, whose page would not show it.
    if (headers.cookie) return undefined
    const small = headers['sec-ch-ua-mobile'] === '?1' || /Mobi/.test(headers['user-agent'] ?? '')
    try {
      return await renderPage(context, { path, small, ask: askFor(request, context.language) })
    } catch (error) {
      context.log.error({ err: error }, 'a page could not be rendered on the server')
      return undefined
    }
  }
  return {
    async send(reply: FastifyReply, context: Context, path: string): Promise<FastifyReply> {
      const { settings } = context.tenant
      const head = await headFor(context, reply.request, path)
      const block = `<script type="application/json" id="settings">${escapeJson(settings)}</script>`
      const brand = buildFirstPaint(context.tenant, head.language)
      const first = await renderedPage({ ...context, language: head.language }, reply.request, path, head)
      // Also reads the manifest of the build.
      const bare = readShell()
      const preloads = listPreloads(manifest, { ...head, path })
      const html = brand
        .paint(bare)
        .replace('<meta charset="utf-8" />', (charset) => charset + bootstrapScript)
        .replace('<div id="root"></div>', (empty) => (first ? withScreen(first) : empty))
        .replace('<!--settings-->', () => preloadOfCover(head.cover) + (first ? '' : preloads.code) + block)
        .replace('</head>', () => `${preloads.styles}</head>`)
        .replace(/<meta name="description"[^>]*>/, '')
        .replace(/<title>[^<]*<\/title>/, () => renderMetaTags(head))
        .replace(
          /<html lang="[^"]*"/,
          () => `<html lang="${head.language}" data-tenant="${escapeHtml(settings.theme)}"`,
        )
      const page = first ? afterFirstPaint(html, preloads) : html
      const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
      reply
        .header('etag', etag)
        .header('cache-control', first?.personal ? 'no-store' : 'no-cache')
        .header('vary', 'host, accept-language, cookie, sec-ch-ua-mobile')
        .header('content-security-policy', pagePolicy(settings, brand.styleSources))
        .header('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=()')
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
      if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.code(head.status).send(page)
    },
  }
}

function withScreen({ html, initialData }: RenderedPage): string {
  const block = escapeJson(initialData)
  return `<div id="root">${html}</div><script type="application/json" id="${initialDataId}">${block}</script>`
}

const codeLinks = /<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g

/** Moves the links to the app's code into a template that is loaded after the first paint, the entry first. */
function afterFirstPaint(html: string, { code: more, dialog }: Preloads): string {
  const code = html.match(codeLinks)?.join('') ?? ''
  return html
    .replace(codeLinks, '')
    .replace('</body>', () => `<template id="${codeId}">${code}${more}${dialog}</template></body>`)
}

/** Returns whether a query has only tracking parameters, which do not change the page. */
const saysNothing = (url: string) =>
  [...new URLSearchParams(url.split('?')[1]).keys()].every((name) => /^(utm_|\w{1,3}clid$)/.test(name))

/** Returns JSON that cannot close its script element. */
const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const renderMetaTags = ({ title, description, tags }: Head) =>
  [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    tags,
  ].join('\n    ')

/** Returns the head of a page. When it cannot be determined, the page is served with the tenant's name only. */
async function headFor(context: Context, request: FastifyRequest, path: string): Promise<Head> {
  const language = headLanguage(context, request.headers['accept-language'])
  const told = { ...context, language }
  try {
    return await buildHead(told, path, ownOrigin(context, request))
  } catch (error) {
    context.log.error({ err: error }, 'the head of a page could not be made')
    return plainHead(told)
  }
}
