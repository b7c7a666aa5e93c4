import { existsSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Feature, Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { projectRoot } from '../../platform/root.ts'
import { iconOf, isIcon } from '../tenants/index.ts'
import { createBuilds } from './builds.ts'
import { answerCrawlers } from './crawlers.ts'
import { hostFeedback } from './feedback.ts'
import { createFirstScreens } from './first-screen.ts'
import { createPage } from './page.ts'
import { answerShares } from './share.ts'

/** File names that carry a hash of their content. */
const hashed = /^\/assets\/([^/]+)$/

const forAYear = 'public, max-age=31536000, immutable'

/**
 * Serves the built storefront: hashed assets for a year, those of former builds too; the service worker never from a
 * cache; and for every other address that wants a page the shell with that page's head and the tenant's settings in
 * it. A new build is served at once.
 *
 * @param webFolder where the build lies
 */
export function createStorefrontFeature(
  ground: Ground,
  webFolder = join(projectRoot, 'dist', 'web'),
): Feature {
  return {
    routes: async (app) => {
      answerShares(app)
      answerCrawlers(app)
      hostFeedback(app)
      if (!existsSync(join(webFolder, 'index.html'))) {
        ground.log.warn('the storefront is not built; only the calls are served')
        return
      }
      const builds = watchBuilds(app, ground, webFolder)
      const firstScreens = createFirstScreens(ground, join(webFolder, '../first-screen/first-screen.js'))
      const page = createPage(webFolder, firstScreens, builds.keep)
      await serveFiles(app, webFolder)
      app.get('/*', { schema: { hide: true } }, async (request, reply) => {
        const path = pathOf(request.url)
        if (isIcon(path.slice(1))) return sendIcon(reply, path, await app.contextOf(request))
        if (isPublicFile(webFolder, path)) return reply.sendFile(path)
        const [, asset] = hashed.exec(path) ?? []
        const former = asset && (await builds.find(asset))
        if (former) {
          return reply
            .type(former.contentType)
            .header('cache-control', forAYear)
            .header('x-content-type-options', 'nosniff')
            .send(former.content)
        }
        if (!wantsPage(path, request.headers.accept)) throw new Failure('NotFound')
        return page.send(reply, await app.contextOf(request), path)
      })
    },
  }
}

const dayInMs = 86_400_000

/** Keeps the code of each build that is served, so that pages opened before a deploy still find theirs. */
function watchBuilds(app: FastifyInstance, ground: Ground, webFolder: string) {
  const builds = createBuilds(ground, webFolder)
  let work = Promise.resolve()
  const keep = () => {
    work = work
      .then(async () => {
        await builds.keep()
        const removed = await builds.sweep()
        if (removed > 0) ground.log.info({ removed }, 'code of former builds removed')
      })
      .catch((error: unknown) => ground.log.error({ err: error }, 'the build could not be kept'))
  }
  // a build that stays for months is a former one only from the day it is replaced
  const timer = setInterval(keep, dayInMs).unref()
  app.addHook('onReady', async () => keep())
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await work
  })
  return { keep, find: (file: string) => builds.find(file) }
}

function serveFiles(app: FastifyInstance, webFolder: string) {
  return app.register(fastifyStatic, {
    root: webFolder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = hashed.test(path.slice(webFolder.length).replaceAll('\\', '/'))
      response.setHeader('cache-control', isHashed ? forAYear : 'no-cache')
      response.setHeader('x-content-type-options', 'nosniff')
    },
  })
}

/** An icon: the tenant's own where it has any, else the product's, at the same address. */
async function sendIcon(reply: FastifyReply, path: string, { tenant }: Context) {
  const own = await iconOf(tenant.brand, path.slice(1))
  // an SVG opened by itself would be a page
  reply
    .header('vary', 'host')
    .header('content-security-policy', "default-src 'none'; img-src data:; style-src 'unsafe-inline'")
  if (!own) return reply.sendFile(path)
  return reply
    .header('cache-control', 'no-cache')
    .type(path.endsWith('.svg') ? 'image/svg+xml' : 'image/png')
    .send(own)
}

/** The path below the web folder; dots that would climb out are gone after normalising from the root. */
function pathOf(url: string): string {
  try {
    return normalize(`/${decodeURIComponent(url.split('?')[0] ?? '')}`)
  } catch {
    throw new Failure('NotFound')
  }
}

function isPublicFile(webFolder: string, path: string): boolean {
  if (path.endsWith('/') || path.endsWith('.br') || path === '/index.html' || path.startsWith('/.'))
    return false
  return (
    !path.includes('\0') && (statSync(join(webFolder, path), { throwIfNoEntry: false })?.isFile() ?? false)
  )
}

/** A page is asked for by a browser's navigation, never below the calls or files. */
function wantsPage(path: string, accept: string | undefined): boolean {
  if (/^\/(public|media|files|assets|icons|fonts)\//.test(path)) return false
  return !accept || accept.includes('text/html') || accept.includes('*/*')
}
