import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { firstScreenId } from '../../../contract/first-screen.ts'
import type { Context } from '../../platform/context.ts'
import { escapeHtml } from '../../platform/html.ts'
import { firstPaintOf } from '../tenants/index.ts'
import { askFor } from './ask.ts'
import { codeId, earlyScript } from './early.ts'
import type { FirstScreen, MakeFirstScreen } from './first-screen.ts'
import { type Head, headLanguage, headOf, keptShell, plainHead } from './head.ts'
import { ownOrigin } from './origin.ts'
import { pagePolicy } from './policy.ts'
import { type Preloads, preloadOfCover, preloadsOf, readManifest } from './preloads.ts'

/**
 * The shell's HTML with the page's own head, and the tenant's settings as a JSON data block, so that the first paint
 * is the tenant's.
 *
 * @param onNewBuild told when the folder holds another build than before
 */
export function createPage(webFolder: string, makeFirstScreen: MakeFirstScreen, onNewBuild: () => void) {
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
  /** The shell that the service worker keeps stands in for every page, so it has none; no page waits for a failure. */
  const firstScreenOf = async (context: Context, request: FastifyRequest, path: string, head: Head) => {
    const { headers, url } = request
    if (path === keptShell || head.status !== 200 || !saysNothing(url)) return undefined
    // a device that brings a cookie has been here before, and would not show it
    if (headers.cookie) return undefined
    const small = headers['sec-ch-ua-mobile'] === '?1' || /Mobi/.test(headers['user-agent'] ?? '')
    try {
      return await makeFirstScreen(context, { path, small, ask: askFor(request, context.language) })
    } catch (error) {
      context.log.error({ err: error }, 'the first screen of a page could not be made')
      return undefined
    }
  }
  return {
    async send(reply: FastifyReply, context: Context, path: string): Promise<FastifyReply> {
      const { settings } = context.tenant
      const head = await headFor(context, reply.request, path)
      const block = `<script type="application/json" id="settings">${escapeJson(settings)}</script>`
      const brand = firstPaintOf(context.tenant, head.language)
      const first = await firstScreenOf({ ...context, language: head.language }, reply.request, path, head)
      // reads the list of the build's files as well
      const bare = readShell()
      const preloads = preloadsOf(manifest, { ...head, path })
      const html = brand
        .paint(bare)
        .replace('<meta charset="utf-8" />', (charset) => charset + earlyScript)
        .replace('<div id="root"></div>', (empty) => (first ? withScreen(first) : empty))
        .replace('<!--settings-->', () => preloadOfCover(head.cover) + (first ? '' : preloads.code) + block)
        .replace('</head>', () => `${preloads.styles}</head>`)
        .replace(/<meta name="description"[^>]*>/, '')
        .replace(/<title>[^<]*<\/title>/, () => wordsOf(head))
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

function withScreen({ html, facts }: FirstScreen): string {
  const block = escapeJson(facts)
  return `<div id="root">${html}</div><script type="application/json" id="${firstScreenId}">${block}</script>`
}

const codeLinks = /<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g

/** The app's code is fetched once the first screen has been painted, the entry first. */
function afterFirstPaint(html: string, { code: more, dialog }: Preloads): string {
  const code = html.match(codeLinks)?.join('') ?? ''
  return html
    .replace(codeLinks, '')
    .replace('</body>', () => `<template id="${codeId}">${code}${more}${dialog}</template></body>`)
}

/** Whether a query changes nothing on the page: it says only who has sent the visitor. */
const saysNothing = (url: string) =>
  [...new URLSearchParams(url.split('?')[1]).keys()].every((name) => /^(utm_|\w{1,3}clid$)/.test(name))

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
