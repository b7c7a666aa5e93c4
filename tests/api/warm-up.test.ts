import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { getEvent } from '../../contract/events.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { defaultFaceModelId } from '../../server/features/recognition/ports.ts'
import { createStorefrontFeature } from '../../server/features/storefront/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { createFacesPort } from '../support/data/faces-port.ts'
import { createPhoto, createTestEvent } from '../support/data/race.ts'
import { sendCall } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'photofinish-warm-up-'))
const warmedModels: string[] = []
let server: SearchServer

beforeAll(async () => {
  const webFolder = join(folder, 'web')
  mkdirSync(join(webFolder, 'assets'), { recursive: true })
  copyFileSync(join(projectRoot, 'index.html'), join(webFolder, 'index.html'))
  server = await openSearchServer({
    index: createFaceIndex(),
    faces: {
      ...createFacesPort(() => Promise.reject(new Error('no selfie is sent here'))),
      warmUp: async (model) => {
        warmedModels.push(model)
      },
    },
    createMoreFeatures: (services, { warmUpForEvent }) => [
      createStorefrontFeature(services, { webFolder, onEventOpened: warmUpForEvent }),
    ],
  })
}, 60_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  warmedModels.length = 0
})

const readEvent = ({ id }: Pick<EventRow, 'id'>) =>
  sendCall(server.app, getEvent, { params: { eventId: id } })

const openPage = ({ id }: Pick<EventRow, 'id'>) =>
  server.app.inject({ url: `/event/${id}`, headers: { host: 'one.test', accept: 'text/html' } })

const waitForModels = (count: number) => vi.waitFor(() => expect(warmedModels).toHaveLength(count))

it('the model of an event is loaded when a visitor opens it, and again after half a minute', async () => {
  const event = await createTestEvent(server.context())
  await createPhoto(server.context(), event, {})
  expect(warmedModels).toEqual([])
  expect((await readEvent(event)).statusCode).toBe(200)
  await waitForModels(1)
  expect(warmedModels).toEqual([defaultFaceModelId])
  await readEvent(event)
  server.moveClock(30_000)
  await readEvent(event)
  await waitForModels(2)
})

it('a page of the event loads it too', async () => {
  const event = await createTestEvent(server.context())
  expect((await openPage(event)).statusCode).toBe(200)
  await waitForModels(1)
})

it('events that accept no selfies load none', async () => {
  const context = server.context()
  const hidden = await createTestEvent(context, { state: 'Hidden' })
  const withoutFaces = await createTestEvent(context, { switches: { faceSearch: false } })
  const [startsOn, endsOn] = [new Date('2027-05-01T08:00:00Z'), new Date('2027-05-01T12:00:00Z')]
  const future = await createTestEvent(context, { startsOn, endsOn })
  for (const event of [hidden, withoutFaces, future, { id: newId() }]) await readEvent(event)
  // the lookups of one process share a connection, so those before have ended with these
  for (let count = 1; count <= 2; count++) {
    await readEvent(await createTestEvent(context))
    await waitForModels(count)
  }
})
