import type { FastifyInstance } from 'fastify'
import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { sendObject } from '../../platform/http/send-object.ts'
import { readLink, signLink } from '../../platform/http/signed-link.ts'
import { type DeliveredFile, filesOfItems, type PackagePhotos } from './deliver.ts'
import { findOrder, findOrderItems, isDelivered } from './store.ts'

const linkLifetimeInMs = 15 * 60_000

/** An address that opens one file for a quarter of an hour, at the tenant's own host. */
export function linkTo(
  context: Context,
  ground: Pick<Ground, 'config'>,
  file: { objectKey: string; fileName: string; contentType: string },
): { url: string; expiresOn: Date } {
  const expiresOn = new Date(context.now.getTime() + linkLifetimeInMs)
  const { objectKey: key, fileName, contentType } = file
  const tenant = context.tenant.name
  const link = { tenant, key, fileName, contentType, expiresOn: expiresOn.getTime(), download: true }
  return { url: signLink(link, ground.config.secrets.fileLink), expiresOn }
}

/** An address for letters: it opens as long as the order is paid, and leads to a fresh link each time. */
export function lastingPath(orderId: string, file: Pick<DeliveredFile, 'fileId'>): string {
  return `/files/orders/${orderId}/${file.fileId}`
}

/** Serves files by signed links, and trades lasting addresses of paid orders for such links. */
export function serveFiles(app: FastifyInstance, ground: Ground, finder: PackagePhotos): void {
  app.get<{ Params: { signed: string } }>(
    '/files/:signed/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { tenant, now } = await app.contextOf(request)
      const link = readLink(request.params.signed, ground.config.secrets.fileLink, tenant, now)
      if (!link) throw new Failure('NotFound')
      if (link === 'expired') throw new Failure('LinkExpired')
      return sendObject(request, reply, ground.objects, link.key, {
        cacheControl: 'private, no-transform, max-age=900',
        ...(link.download ? { download: link.fileName } : {}),
      })
    },
  )

  app.get<{ Params: { orderId: string; fileId: string } }>(
    '/files/orders/:orderId/:fileId',
    { schema: { hide: true } },
    async (request, reply) => {
      const context = await app.contextOf(request)
      const { orderId, fileId } = request.params
      const order = await findOrder(context, orderId)
      if (!order || !isDelivered(order)) throw new Failure('OrderNotFound')
      const files = await filesOfItems(context, finder, await findOrderItems(context, orderId))
      const file = files.find((one) => one.fileId === fileId)
      if (!file) throw new Failure('NotFound')
      return reply.header('cache-control', 'no-store').redirect(linkTo(context, ground, file).url, 302)
    },
  )
}
