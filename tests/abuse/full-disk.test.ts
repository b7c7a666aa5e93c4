import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createCart } from '../../contract/cart.ts'
import { listProducts } from '../../contract/catalog.ts'
import { createSearchToken, searchCompetitors } from '../../contract/competitors.ts'
import type { Problem } from '../../contract/errors.ts'
import { getEvent, listEvents } from '../../contract/events.ts'
import { listPhotos } from '../../contract/photos.ts'
import { findPostgres, openCluster } from '../../scripts/postgres/cluster.ts'
import { createFolderStore } from '../../server/adapters/objects/folder.ts'
import { createDefaultCatalog } from '../../server/features/catalog/index.ts'
import type { Context } from '../../server/platform/context.ts'
import { openDatabase } from '../../server/platform/db/connect.ts'
import { getMediaUrl, newMediaKey } from '../../server/platform/objects/keys.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { buildPicture, createUploader, readUploadId } from '../support/data/pictures.ts'
import { createPhoto, createStartList, createTestEvent } from '../support/data/race.ts'
import { type CallInput, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import { buildAppWith } from '../support/server/app-with.ts'
import { copyTestDatabase } from '../support/server/database.ts'
import { openShop, type Shop } from '../support/server/shop.ts'

const sizeInMb = 250
const writes = 20
const pictureInBytes = 300_000
const messages = {
  ru: 'Сервис сейчас не может ничего сохранить. Повторите позже.',
  en: 'The service cannot save anything right now. Try again later.',
  es: 'El servicio no puede guardar nada ahora mismo. Inténtalo más tarde.',
}

/** Mounts a small file system in memory, which needs root. Returns undefined where that is not allowed. */
function mountSmallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'photofinish-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeInMb}m,mode=0777`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: () => {
      const file = openSync(ballast, 'w')
      const zeros = Buffer.alloc(65_536)
      try {
        for (;;) writeSync(file, zeros)
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount: () => {
      // a test that failed may have left files open
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

const disk = mountSmallDisk()
const postgres = findPostgres()

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
}, 60_000)
afterAll(async () => {
  await shop.close()
  disk?.unmount()
}, 60_000)

type CallWithInput = [call: Parameters<typeof sendCall>[1], ask: CallInput]

const collectStatuses = async (app: FastifyInstance, calls: readonly CallWithInput[]) => {
  const statuses: [name: string, status: number][] = []
  for (const [call, ask] of calls) statuses.push([call.name, (await sendCall(app, call, ask)).statusCode])
  return statuses
}

/** Sends a picture in pieces, which are stored in the database. @returns the last answer */
async function sendPicture(app: FastifyInstance, headers: Record<string, string> = {}) {
  const runner = createUploader({ ...shop, app })
  const picture = buildPicture(pictureInBytes)
  const created = await runner.create(picture, headers)
  if (created.statusCode !== 201) return created
  return runner.patch(readUploadId(created), 0, picture.bytes, headers)
}

async function sendPictures(app: FastifyInstance): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < writes) statuses.push((await sendPicture(app)).statusCode)
  return statuses
}

describe.skipIf(!disk)('a disk that is full', () => {
  it.each([
    { name: 'embedded database', openServer: undefined },
    { name: 'PostgreSQL', openServer: postgres },
  ])(
    'under the $name: what is stored is shown, and what cannot be stored is refused as such',
    async (how) => {
      if (!disk) return
      if (how.name === 'PostgreSQL' && !how.openServer) return
      const cluster =
        how.openServer === undefined ? undefined : await openCluster(how.openServer, disk.folder)
      onTestFinished(async () => {
        disk.free()
        await cluster?.close()
      })
      const dataDir = mkdtempSync(join(disk.folder, 'data-'))
      if (!cluster) await copyTestDatabase(dataDir)
      const { log } = shop.services
      const database = await openDatabase({
        databaseUrl: cluster?.url,
        dataDir,
        allowUnsafeDatabase: true,
        log,
      })
      const objects = createFolderStore(join(dataDir, 'objects'))
      const app = await buildAppWith(shop, { ...database, objects, clock: shop.services.clock })
      const context: Context = { ...shop.context(), db: database.db }

      const event = await createTestEvent(context)
      await createDefaultCatalog(context, { eventId: event.id, catalogId: event.catalogId })
      await createStartList(context, event, [{ number: '128', firstName: 'Анна', surname: 'Белова' }])
      await createPhoto(context, event, { numbers: ['128'] })
      const { token } = await fetchSearchToken(app, event.id)
      const media = newMediaKey(context)
      await objects.put(media, Buffer.alloc(30_000), { contentType: 'image/webp' })
      const reads: CallWithInput[] = [
        [listEvents, {}],
        [getEvent, { params: { eventId: event.id } }],
        [listPhotos, { token }],
        [listProducts, { query: { catalogId: event.catalogId } }],
        [createSearchToken, { params: { eventId: event.id }, body: { number: '128' } }],
        [searchCompetitors, { query: { competitorsListId: event.competitorsListId, search: '128' } }],
      ]
      const readAll = async () => {
        const statuses = await collectStatuses(app, reads)
        const picture = await app.inject({ url: getMediaUrl(media), headers: { host: 'one.test' } })
        return [...statuses, ['picture', picture.statusCode] as [string, number]]
      }
      const before = await readAll()

      disk.fill()
      const refused = (await sendPictures(app)).filter((status) => status !== 204)
      const full = await readAll()
      const texts: string[] = []
      for (const language of Object.keys(messages))
        texts.push((await sendPicture(app, { 'accept-language': language })).json<Problem>().title)
      disk.free()
      const afterwards = await sendPictures(app)
      const cart = await sendCall(app, createCart, { body: {} })
      reportFigures(`full disk under the ${how.name}`, {
        'writes refused with 507': countTrue(refused.map((status) => status === 507)),
        'reads that work': countTrue(full.map(([, status]) => status < 300)),
        'writes stored once there is room': countTrue(afterwards.map((status) => status === 204)),
      })
      expect(full).toEqual(before)
      expect(full.filter(([, status]) => status >= 300)).toEqual([])
      expect(refused.length).toBeGreaterThan(writes / 2)
      expect(new Set(refused)).toEqual(new Set([507]))
      expect(texts).toEqual(Object.values(messages))
      expect(new Set(afterwards)).toEqual(new Set([204]))
      expect(cart.statusCode).toBe(201)
      await app.close()
      await database.close()
      rmSync(dataDir, { recursive: true })
    },
    120_000,
  )
})
