import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { getEvent } from '../../contract/events.ts'
import { getAlbumTimes, listPhotos } from '../../contract/photos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { layoutRows } from '../../src/ui/media/layout-rows.ts'
import { fillAlbum } from '../../tests/support/data/large-album.ts'
import { createTestEvent } from '../../tests/support/data/race.ts'
import { fetchAnswer, fetchSearchToken } from '../../tests/support/server/api-calls.ts'
import { openSearchServer } from '../../tests/support/server/search-server.ts'

const totalPhotos = 100_000
const rounds = 12

async function measureMedian(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

/**
 * Measures a page of an album of 100 000 photos, at its start and after a jump to its end, on the embedded database. The
 * baseline reads the same page without selecting its rows by the index first.
 */
export async function run(): Promise<void> {
  const testServer = await openSearchServer({ index: createFaceIndex() })
  const event = await createTestEvent(testServer.context())
  await fillAlbum(testServer.context(), event, totalPhotos)
  const { token } = await fetchSearchToken(testServer.app, event.id)
  const createPageRequest = (query: Record<string, string>) => () =>
    fetchAnswer(testServer.app, listPhotos, { token, query: { count: '100', ...query } })
  const createBaselineQuery = (offset: number) => () =>
    testServer.services.db.execute(sql`
      select * from photos where event_id = ${event.id} and state = 'Ready'
      order by shown_on, id limit 100 offset ${offset}`)
  const print = (name: string, ms: number) =>
    console.log(`${name.padEnd(44)} ${ms.toFixed(1).padStart(7)} ms`)

  print('page of 100, the first', await measureMedian(createPageRequest({ offset: '0' })))
  print('page of 100 after a jump to the end', await measureMedian(createPageRequest({ offset: '99900' })))
  print('  the rows of it alone, read without picking', await measureMedian(createBaselineQuery(99_900)))
  print(
    'page of 100 of one place, the last',
    await measureMedian(createPageRequest({ point: 'finish', offset: '24900' })),
  )
  print(
    'where and when photos were taken',
    await measureMedian(() => fetchAnswer(testServer.app, getAlbumTimes, { token })),
  )
  print(
    'the event with its counts',
    await measureMedian(() => fetchAnswer(testServer.app, getEvent, { params: { eventId: event.id } })),
  )
  const aspects = Float32Array.from({ length: totalPhotos }, (_, n) => (n % 3 === 0 ? 2 / 3 : 1.5))
  const options = { width: 358, targetHeight: 150, gap: 4 }
  print('laying out all rows in the page', await measureMedian(async () => layoutRows(aspects, options)))
  await testServer.close()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
