import { createArchive, getArchive } from '../../../contract/archives.ts'
import { buildPath } from '../../../contract/call.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Feature, Services } from '../../platform/services.ts'
import type { Authenticator } from '../identity/index.ts'
import { authorizeOrder, createFileLink, isDelivered, type PackagePhotos } from '../orders/index.ts'
import {
  deleteExpiredArchive,
  deleteExpiredArchiveJob,
  deleteWithdrawnArchives,
  removeArchiveFile,
  removeArchiveFileJob,
} from './delete-expired.ts'
import { packArchive, requestArchive } from './pack-archive.ts'
import { findArchive } from './store.ts'

/** Creates the feature that zips bought originals. */
export function createArchivesFeature(
  services: Services,
  ports: { finder: PackagePhotos; callers: Authenticator },
): Feature {
  const access = { config: services.config, callers: ports.callers }
  return {
    jobs: {
      'archives.pack': (context, payload) => packArchive(context, services, ports.finder, payload),
      [deleteExpiredArchiveJob]: deleteExpiredArchive,
      'archives.withdraw': deleteWithdrawnArchives,
      [removeArchiveFileJob]: (_context, payload) => removeArchiveFile(services, payload),
    },
    routes: (app) => {
      registerCall(app, createArchive, async (context, input) => {
        const { body, reply } = input
        const order = await authorizeOrder(context, access, input, body.orderId)
        const { id } = await requestArchive(context, ports.finder, order, body.itemIds)
        reply.header('location', buildPath(getArchive, { archiveId: id })).header('x-archive-id', id)
        return undefined
      })
      registerCall(app, getArchive, async (context, input) => {
        const archive = await findArchive(context, input.params.archiveId)
        const refusal = 'ArchiveNotFound'
        const order = await authorizeOrder(context, access, input, archive?.orderId ?? '', { refusal })
        if (!archive || !isDelivered(order)) throw new Failure(refusal)
        const { id: archiveId, state, progress, objectKey, fileName, sizeInBytes } = archive
        if (state !== 'Published' || sizeInBytes === null) return { archiveId, state, progress }
        const { url } = createFileLink(context, services, {
          objectKey,
          fileName,
          contentType: 'application/zip',
        })
        return { archiveId, state, progress, url, bytes: sizeInBytes }
      })
    },
  }
}
