import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { sendObject } from '../../platform/http/send-object.ts'
import { readLink, signLink } from '../../platform/http/signed-link.ts'
import type { Services } from '../../platform/services.ts'
import { type AccessServices, authorizeOrder } from './access/authorize.ts'
import { createOrderKey } from './access/order-keys.ts'
import { type DeliveredFile, findDeliveredFiles, type PackagePhotos } from './delivery.ts'
import { findOrderItems, isDelivered, type OrderRow } from './store.ts'

const linkLifetimeInMs = 15 * 60_000

/** Returns a signed address of one file on the tenant's host, valid for a quarter of an hour. */
export function createFileLink(
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

/**
 * Returns a permanent path for letters: valid as long as the order is paid, and redirects to a fresh link each time. Its key
 * opens this file alone.
 */
export function buildPermanentPath(
  context: Pick<Context, 'tenant'>,
  services: Pick<Services, 'config'>,
  order: Pick<OrderRow, 'id' | 'email'>,
  { fileId }: Pick<DeliveredFile, 'fileId'>,
): string {
  return `/files/orders/${order.id}/${fileId}?key=${createOrderKey(context, services, order, `file ${fileId}`)}`
}

/** Serves files by signed links, and redirects permanent addresses of paid orders to such links. */
export function serveFiles(
  app: FastifyInstance,
  services: Services,
  { finder, callers }: Pick<AccessServices, 'callers'> & { finder: PackagePhotos },
): void {
  app.get<{ Params: { signed: string } }>(
    '/files/:signed/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { tenant, now } = await app.getContext(request)
      const link = readLink(request.params.signed, services.config.secrets.fileLink, tenant, now)
      if (!link) throw new Failure('NotFound')
      if (link === 'expired') throw new Failure('LinkExpired')
      return sendObject(request, reply, services.objects, link.key, {
        cacheControl: 'private, no-transform, max-age=900',
        ...(link.download ? { download: link.fileName } : {}),
      })
    },
  )

  app.get<{ Params: { orderId: string; fileId: string }; Querystring: { key?: unknown } }>(
    '/files/orders/:orderId/:fileId',
    { schema: { hide: true } },
    async (request, reply) => {
      const context = await app.getContext(request)
      const { orderId, fileId } = request.params
      const { key: value } = request.query
      const key = typeof value === 'string' ? ({ purpose: `file ${fileId}`, value } as const) : undefined
      const access = { config: services.config, callers }
      const order = await authorizeOrder(context, access, { bearer: undefined, request }, orderId, { key })
      if (!isDelivered(order)) throw new Failure('OrderNotFound')
      // A link from a letter: the file name is in the letter's language.
      const localizedContext = { ...context, language: order.language }
      const files = await findDeliveredFiles(localizedContext, finder, await findOrderItems(context, orderId))
      const file = files.find((one) => one.fileId === fileId)
      if (!file) throw new Failure('NotFound')
      return reply
        .header('cache-control', 'no-store')
        .redirect(createFileLink(context, services, file).url, 302)
    },
  )
}
