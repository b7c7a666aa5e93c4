import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { buildPath } from '../../../contract/call.ts'
import { listEvents } from '../../../contract/events.ts'
import { listPhotos } from '../../../contract/photos.ts'
import { createFaceIndex } from '../../../server/adapters/vision/search/face-index.ts'
import { fillAlbum } from '../../../tests/support/data/large-album.ts'
import { createTestEvent } from '../../../tests/support/data/race.ts'
import { fetchSearchToken, sendCall } from '../../../tests/support/server/api-calls.ts'
import { openSearchServer } from '../../../tests/support/server/search-server.ts'

/** A process that serves the product, and next to it a bare Fastify that sends the same objects without any logic. */

export interface Route {
  readonly name: string
  readonly path: string
  readonly token?: string
  /** Minimum share of the bare route's throughput. */
  readonly minThroughputShare: number
}

export interface BenchServers {
  readonly ours: string
  readonly bare: string
  readonly routes: readonly Route[]
}

const testServer = await openSearchServer({ index: createFaceIndex() })
for (let n = 0; n < 11; n++) await createTestEvent(testServer.context())
const event = await createTestEvent(testServer.context())
await fillAlbum(testServer.context(), event, 2_000)
const { token } = await fetchSearchToken(testServer.app, event.id)
const routes: Route[] = [
  { name: 'events', path: buildPath(listEvents), minThroughputShare: 0.5 },
  {
    name: 'page of 100 photos',
    path: `${buildPath(listPhotos)}?count=100&offset=500`,
    token,
    minThroughputShare: 0.3,
  },
]
const bare = Fastify()
for (const { path, token: bearer } of routes) {
  const call = { ...listPhotos, path: '' }
  const [route = ''] = path.split('?')
  const query = Object.fromEntries(new URLSearchParams(path.split('?')[1]))
  const { body } = await sendCall(
    testServer.app,
    { ...call, ...getCall(route) },
    { query, ...(bearer && { token: bearer }) },
  )
  const answer: unknown = JSON.parse(body)
  bare.get(route, async () => answer)
}

function getCall(path: string) {
  return path === buildPath(listEvents) ? listEvents : listPhotos
}

const listen = async (app: FastifyInstance) => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
process.send?.({
  ours: await listen(testServer.app),
  bare: await listen(bare),
  routes,
} satisfies BenchServers)
