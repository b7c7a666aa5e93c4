import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { demoPath } from '../../../contract/demo.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { buildContentDisposition } from '../../platform/http/send-object.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Feature, Services } from '../../platform/services.ts'
import type { AnalysedPhoto, PhotoAnalyser } from '../photos/index.ts'
import { demoFolder } from './demo-data.ts'
import type { MailView } from './mail-file.ts'
import { findMail } from './outbox.ts'
import { describeDemo, filesPath } from './page.ts'
import { findSeed, type SeedRow } from './store.ts'

export { formatAddress, printAddresses } from './addresses.ts'
export { listDemoTenants } from './demo-tenant.ts'
export { isDemoAvailable, seedDemo } from './seed.ts'

const mediaTypes: Readonly<Record<string, string>> = { '.jpg': 'image/jpeg', '.mjpeg': 'video/x-motion-jpeg' }

/** Creates the routes of a demo installation: what to try, selfies to try it with, and the mails it sent. */
export function createDemoFeature(services: Services, root: string = demoFolder): Feature {
  /** Returns the demo of the tenant. Fails with `NotFound` without a demo, because mails hold links to bought photos. */
  async function requireDemo(request: FastifyRequest): Promise<{ context: Context; seed: SeedRow }> {
    const context = await request.server.getContext(request)
    if (services.config.demo === 'off') throw new Failure('NotFound')
    const seed = await findSeed(context)
    if (!seed) throw new Failure('NotFound')
    return { context, seed }
  }

  return {
    routes: (app) => {
      app.get(demoPath, { schema: { hide: true } }, async (request, reply) => {
        const { context, seed } = await requireDemo(request)
        reply.header('cache-control', 'no-store')
        return describeDemo(services, context, root, seed)
      })
      for (const folder of ['selfies', 'camera']) {
        app.get<{ Params: { name: string } }>(
          `${filesPath}/${folder}/:name`,
          { schema: { hide: true } },
          async (request, reply) => {
            await requireDemo(request)
            return sendFile(reply, join(root, folder), request.params.name)
          },
        )
      }
      app.get<{ Params: { name: string } }>(
        `${filesPath}/outbox/:name`,
        { schema: { hide: true } },
        async (request, reply) => {
          const { context } = await requireDemo(request)
          const mail = await findMail(services.config, context.tenant.name, request.params.name)
          if (!mail) throw new Failure('NotFound')
          return sendMail(reply, mail)
        },
      )
    },
  }
}

async function sendFile(reply: FastifyReply, folder: string, name: string): Promise<FastifyReply> {
  const contentType = mediaTypes[extname(name)]
  // A name without separators cannot leave its folder.
  if (contentType === undefined || !/^[\w-]+\.\w+$/.test(name)) throw new Failure('NotFound')
  const path = join(folder, name)
  const info = await stat(path).catch(() => undefined)
  if (!info?.isFile()) throw new Failure('NotFound')
  return reply
    .header('content-type', contentType)
    .header('content-length', info.size)
    .header('content-disposition', buildContentDisposition(name))
    .header('cache-control', 'max-age=3600')
    .header('x-content-type-options', 'nosniff')
    .send(createReadStream(path))
}

/** Sends a mail as its reader sees it. Scripts in it do not run, and its links open in a new window. */
function sendMail(reply: FastifyReply, { body }: MailView): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
    )
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .type(body.kind === 'html' ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8')
    .send(body.content)
}

/** Wraps an analyser so that faces and numbers in the same bytes are detected once; later calls only render the pictures. */
export function cacheRecognitionResults(analyser: PhotoAnalyser): PhotoAnalyser {
  const findings = new Map<string, Pick<AnalysedPhoto, 'faces' | 'bibs'>>()
  return {
    close: () => analyser.close(),
    hashPicture: (bytes) => analyser.hashPicture(bytes),
    analyse: async (bytes, options) => {
      // Findings without face embeddings must not be reused for a tenant that searches faces, nor the reverse.
      const hash = `${sha256(bytes)} ${options.readFaces ?? true} ${options.faceModel}`
      const known = findings.get(hash)
      const photo = await analyser.analyse(bytes, { ...options, ...(known && { known }) })
      findings.set(hash, { faces: photo.faces, bibs: photo.bibs })
      return photo
    },
  }
}
