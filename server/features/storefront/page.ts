import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { initialDataId } from '../../../contract/ssr.ts'
import type { Context } from '../../platform/context.ts'
import { escapeHtml } from '../../platform/html.ts'
import { buildShellBranding } from '../tenants/index.ts'
import { bootstrapScript, codeId } from './bootstrap-inline.ts'
import { createEndpointClient } from './endpoint-client.ts'
import { buildHead, buildPlainHead, cachedShellPath, chooseLanguage, type Head } from './head.ts'
import { getCanonicalOrigin } from './origin.ts'
import { buildPagePolicy } from './policy.ts'
import { listPreloads, type Preloads, readManifest, renderCoverPreload } from './preloads.ts'
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
  const renderOnServer = async (context: Context, request: FastifyRequest, path: string, head: Head) => {
    const { headers, url } = request
    if (path === cachedShellPath || head.status !== 200 || !hasOnlyTrackingParams(url)) return undefined
    // A request with a cookie is from a returning visitor, whose page would not show it.
    if (headers.cookie) return undefined
    const isMobile = headers['sec-ch-ua-mobile'] === '?1' || /Mobi/.test(headers['user-agent'] ?? '')
    try {
      return await renderPage(context, {
        path,
        small: isMobile,
        callEndpoint: createEndpointClient(request, context.language),
      })
    } catch (error) {
      context.log.error({ err: error }, 'a page could not be rendered on the server')
      return undefined
    }
  }
  return {
    async send(reply: FastifyReply, context: Context, path: string): Promise<FastifyReply> {
      const { settings } = context.tenant
      const head = await findHead(context, reply.request, path)
      const block = `<script type="application/json" id="settings">${escapeJson(settings)}</script>`
      const brand = buildShellBranding(context.tenant, head.language)
      const renderedPage = await renderOnServer(
        { ...context, language: head.language },
        reply.request,
        path,
        head,
      )
      // Also reads the manifest of the build.
      const rawShell = readShell()
      const preloads = listPreloads(manifest, { ...head, path })
      const html = brand
        .applyTo(rawShell)
        .replace('<meta charset="utf-8" />', (charset) => charset + bootstrapScript)
        .replace('<div id="root"></div>', (empty) =>
          renderedPage ? insertRenderedPage(renderedPage) : empty,
        )
        .replace(
          '<!--settings-->',
          () => renderCoverPreload(head.cover) + (renderedPage ? '' : preloads.code) + block,
        )
        .replace('</head>', () => `${preloads.styles}</head>`)
        .replace(/<meta name="description"[^>]*>/, '')
        .replace(/<title>[^<]*<\/title>/, () => renderMetaTags(head))
        .replace(
          /<html lang="[^"]*"/,
          () => `<html lang="${head.language}" data-tenant="${escapeHtml(settings.theme)}"`,
        )
      const page = renderedPage ? deferCode(html, preloads) : html
      const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
      reply
        .header('etag', etag)
        .header('cache-control', renderedPage?.personal ? 'no-store' : 'no-cache')
        .header('vary', 'host, accept-language, cookie, sec-ch-ua-mobile')
        .header('content-security-policy', buildPagePolicy(settings, brand.styleSources))
        .header('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=()')
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
      if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.code(head.status).send(page)
    },
  }
}

function insertRenderedPage({ html, initialData }: RenderedPage): string {
  const block = escapeJson(initialData)
  return `<div id="root">${html}</div><script type="application/json" id="${initialDataId}">${block}</script>`
}

const codeLinks = /<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g

/** Moves the links to the app's code into a template that is loaded after the first paint, the entry first. */
function deferCode(html: string, { code: pageCode, dialog }: Preloads): string {
  const code = html.match(codeLinks)?.join('') ?? ''
  return html
    .replace(codeLinks, '')
    .replace('</body>', () => `<template id="${codeId}">${code}${pageCode}${dialog}</template></body>`)
}

/** Returns whether a query has only tracking parameters, which do not change the page. */
const hasOnlyTrackingParams = (url: string) =>
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
async function findHead(context: Context, request: FastifyRequest, path: string): Promise<Head> {
  const language = chooseLanguage(context, request.headers['accept-language'])
  const localizedContext = { ...context, language }
  try {
    return await buildHead(localizedContext, path, getCanonicalOrigin(context, request))
  } catch (error) {
    context.log.error({ err: error }, 'the head of a page could not be made')
    return buildPlainHead(localizedContext)
  }
}
