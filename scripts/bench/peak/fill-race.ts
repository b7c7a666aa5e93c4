import { compose } from '../../../server/compose.ts'
import { createDefaultCatalog } from '../../../server/features/catalog/index.ts'
import { vacuum } from '../../../server/platform/db/vacuum.ts'
import { createLogger } from '../../../server/platform/log.ts'
import { readConfig } from '../../../server/read-config.ts'
import { fillAlbum } from '../../../tests/support/data/large-album.ts'
import { createStartList, createTestEvent } from '../../../tests/support/data/race.ts'

/** Largest start number of the race; every number from 1 has a runner. */
export const runnersCount = 9_000
/** Photos in the album of the race. */
const photosCount = 2_000
const hourInMs = 3_600_000

/** The event whose photos are searched. */
export interface Race {
  readonly eventId: string
  readonly albumId: string
  readonly catalogId: string
  readonly photoId: string
}

/**
 * Fills the database of a server that does not run yet: eleven small events, and a race with a start list, photos and products.
 *
 * @param env settings of the server
 */
export async function fillRace(env: Readonly<Record<string, string | undefined>>): Promise<Race> {
  const composition = await compose(readConfig(env), createLogger('error'))
  try {
    const context = composition.createTenantContext('default')
    if (!context) throw new Error('There is no tenant "default"')
    for (let count = 0; count < 11; count++) await createTestEvent(context)
    const now = Date.now()
    // phones look for photos while the last runners finish
    const event = await createTestEvent(context, {
      startsOn: new Date(now - 3 * hourInMs),
      endsOn: new Date(now + hourInMs),
    })
    const { id: eventId, albumId, catalogId } = event
    await createDefaultCatalog(context, { eventId, catalogId })
    const runners = Array.from({ length: runnersCount }, (_, index) => ({
      number: String(index + 1),
      firstName: 'Андрей',
      surname: `Ковалёв ${index + 1}`,
      distance: '21.1 km',
    }))
    await createStartList(context, event, runners)
    await fillAlbum(context, event, photosCount)
    // otherwise the plans are those of the first minute after an import
    await vacuum(composition.services.db)
    return { eventId, albumId, catalogId, photoId: `${eventId}-0000000` }
  } finally {
    await composition.close()
  }
}
