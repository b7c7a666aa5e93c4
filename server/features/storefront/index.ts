import { existsSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { projectRoot } from '../../platform/root.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { drawIcon, isIcon } from '../tenants/index.ts'
import { createBuilds } from './builds.ts'
import { serveCrawlerFiles } from './crawlers.ts'
import { serveFeedbackFrame } from './feedback.ts'
import { createPage } from './page.ts'
import { createRenderer } from './ssr.ts'

/** Matches file names that contain a content hash. */
const hashedAssetPattern = /^\/assets\/([^/]+)$/

const immutableCacheControl = 'public, max-age=31536000, immutable'

/**
 * Serves the built storefront. Hashed assets are cached for a year, including those of former builds; the service worker is
 * never cached. Every other page address gets the shell with that page's head and the tenant's settings. A new build is served
 * immediately.
 *
 * @param options.webFolder folder of the build
 * @param options.onEventOpened called with the id in the address of an event's page, which may be unknown
 */
export function createStorefrontFeature(
  services: Services,
  options: { webFolder?: string; onEventOpened?: (context: Context, eventId: string) => void } = {},
): Feature {
  const { webFolder = join(projectRoot, 'dist', 'web'), onEventOpened } = options
  return {
    routes: async (app) => {
      serveShareTarget(app)
      serveCrawlerFiles(app)
      serveFeedbackFrame(app)
      if (!existsSync(join(webFolder, 'index.html'))) {
        services.log.warn('the storefront is not built; only the calls are served')
        return
      }
      const builds = watchBuilds(app, services, webFolder)
      const renderer = createRenderer(services, join(webFolder, '../ssr/ssr.js'))
      const page = createPage(webFolder, renderer, () => void builds.storeAndPurge())
      await serveFiles(app, webFolder)
      app.get('/*', { schema: { hide: true } }, async (request, reply) => {
        const path = toPathname(request.url)
        if (isIcon(path.slice(1))) return sendIcon(reply, path, await app.getContext(request))
        if (isPublicFile(webFolder, path)) return reply.sendFile(path)
        const [, asset] = hashedAssetPattern.exec(path) ?? []
        const formerAsset = asset && (await builds.find(asset))
        if (formerAsset) {
          return reply
            .type(formerAsset.contentType)
            .header('cache-control', immutableCacheControl)
            .header('x-content-type-options', 'nosniff')
            .send(formerAsset.content)
        }
        if (!isPageRequest(path, request.headers.accept)) throw new Failure('NotFound')
        const context = await app.getContext(request)
        const [, eventId] = /^\/event\/([^/]+)/.exec(path) ?? []
        if (eventId !== undefined) onEventOpened?.(context, eventId)
        return page.send(reply, context, path)
      })
    },
  }
}

const dayInMs = 86_400_000
/** Below the ten seconds after which Fastify gives up a hook and with it the start. */
const maxStartDelayInMs = 8_000

/** Stores the code of each served build, so that pages opened before a deployment still load theirs. */
function watchBuilds(app: FastifyInstance, services: Services, webFolder: string) {
  const builds = createBuilds(services, webFolder)
  let pendingWork = Promise.resolve()
  /** Resolves once the build is stored or could not be. Former builds are purged afterwards. */
  const storeAndPurge = (): Promise<void> => {
    const storing = pendingWork.then(() => builds.store())
    pendingWork = storing
      .then(async () => {
        const removed = await builds.purgeExpired()
        if (removed > 0) services.log.info({ removed }, 'code of former builds removed')
        // A removal of another process may have taken files before it found the record of this build.
        await builds.store()
      })
      .catch((error: unknown) => services.log.error({ err: error }, 'the build could not be kept'))
    return storing.catch(() => undefined)
  }
  // Renews the serving date of a build that stays for months: its retention starts when it is replaced.
  const timer = setInterval(() => void storeAndPurge(), dayInMs).unref()
  // Pages of this process name its code, which browsers may request from another process. A store that does not answer must
  // not stop the start.
  app.addHook('onReady', () => Promise.race([storeAndPurge(), wait(maxStartDelayInMs)]))
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await pendingWork
  })
  return { storeAndPurge, find: (file: string) => builds.find(file) }
}

/** Resolves after a time, for which it does not keep the process. */
const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref())

function serveFiles(app: FastifyInstance, webFolder: string) {
  return app.register(fastifyStatic, {
    root: webFolder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = hashedAssetPattern.test(path.slice(webFolder.length).replaceAll('\\', '/'))
      response.setHeader('cache-control', isHashed ? immutableCacheControl : 'no-cache')
      response.setHeader('x-content-type-options', 'nosniff')
    },
  })
}

/** Sends an icon: the tenant's if it has one, or else the product's. */
async function sendIcon(reply: FastifyReply, path: string, { tenant }: Context) {
  const brandIcon = await drawIcon(tenant.brand, path.slice(1))
  // An SVG opened directly would be a page.
  reply
    .header('vary', 'host')
    .header('content-security-policy', "default-src 'none'; img-src data:; style-src 'unsafe-inline'")
  if (!brandIcon) return reply.sendFile(path)
  return reply
    .header('cache-control', 'no-cache')
    .type(path.endsWith('.svg') ? 'image/svg+xml' : 'image/png')
    .send(brandIcon)
}

/** Returns the path below the web folder; normalizing from the root removes dots that would leave it. */
function toPathname(url: string): string {
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

/** Returns whether a request is a browser's navigation outside of API calls and files. */
function isPageRequest(path: string, accept: string | undefined): boolean {
  if (/^\/(public|media|files|assets|icons|fonts)\//.test(path)) return false
  return !accept || accept.includes('text/html') || accept.includes('*/*')
}

/** Limits the size of a form. The service worker accepts pictures of up to 40 MB; the form adds a little. */
const maxFormSizeInBytes = 41 * 1024 * 1024

/**
 * Serves `POST /share`, to which phones send a picture shared with the installed app. Normally the service worker handles it on
 * the device. Without one, the picture is discarded and the page asks for it again.
 */
function serveShareTarget(app: FastifyInstance): void {
  app.post('/share', { schema: { hide: true } }, async (request, reply) => {
    let received = 0
    // A response before the end of the form would look like a broken connection to the browser.
    for await (const chunk of request.raw) {
      received += (chunk as Uint8Array).byteLength
      if (received > maxFormSizeInBytes) break
    }
    return reply.code(303).header('cache-control', 'no-store').redirect('/?share=missed', 303)
  })
}
