import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { sendObject } from '../../platform/http/send-object.ts'
import { readLink, signLink } from '../../platform/http/signed-link.ts'
import type { Services } from '../../platform/services.ts'
import { type DeliveredFile, filesOfItems, type PackagePhotos } from './deliver.ts'
import { findOrder, findOrderItems, isDelivered } from './store.ts'

const linkLifetimeInMs = 15 * 60_000

/** Returns a signed address of one file on the tenant's host, valid for a quarter of an hour. */
export function linkTo(
  context: Context,
  services: Pick<Services, 'config'>,
  file: { objectKey: string; fileName: string; contentType: string },
): { url: string; expiresOn: Date } {
  const expiresOn = new Date(context.now.getTime() + linkLifetimeInMs)
  const { objectKey: key, fileName, contentType } = file
  const tenant = context.tenant.name
  const link = { tenant, key, fileName, contentType, expiresOn: expiresOn.getTime(), download: true }
  return { url: signLink(link, services.config.secrets.fileLink), expiresOn }
}

/** Returns a permanent path for letters: valid as long as the order is paid, and redirects to a fresh link each time. */
export function lastingPath(orderId: string, file: Pick<DeliveredFile, 'fileId'>): string {
  return `/files/orders/${orderId}/${file.fileId}`
}

/** Serves files by signed links, and redirects permanent addresses of paid orders to such links. */
export function serveFiles(app: FastifyInstance, services: Services, finder: PackagePhotos): void {
  app.get<{ Params: { signed: string } }>(
    '/files/:signed/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { tenant, now } = await app.contextOf(request)
      const link = readLink(request.params.signed, services.config.secrets.fileLink, tenant, now)
      if (!link) throw new Failure('NotFound')
      if (link === 'expired') throw new Failure('LinkExpired')
      return sendObject(request, reply, services.objects, link.key, {
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
      // A link from a letter: the file name is in the letter's language.
      const inItsLanguage = { ...context, language: order.language }
      const files = await filesOfItems(inItsLanguage, finder, await findOrderItems(context, orderId))
      const file = files.find((one) => one.fileId === fileId)
      if (!file) throw new Failure('NotFound')
      return reply.header('cache-control', 'no-store').redirect(linkTo(context, services, file).url, 302)
    },
  )
}
