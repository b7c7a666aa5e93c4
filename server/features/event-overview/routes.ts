import { getEvent, listEvents } from '../../../contract/events.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { createResponseCache } from '../../platform/http/response-cache.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { findEvent } from '../events/index.ts'
import { presentEvents } from './present.ts'
import { searchEvents } from './search-store.ts'

/** Tables that an event response depends on: the event and everything counted in it. */
const tables = ['events', 'photos', 'photo_tags', 'videos', 'frames', 'competitors', 'ingests']

/**
 * Creates the routes that return events with their numbers of photos, videos and runners. Reads tables of other features and
 * writes none.
 *
 * @param ports.onEventOpened called with the id that a visitor asks for, before the answer
 */
export function createEventOverviewFeature(
  { tableVersions }: Pick<Services, 'tableVersions'>,
  ports: { onEventOpened?: (context: Context, eventId: string) => void } = {},
): Feature {
  const sendCached = createResponseCache(tableVersions)
  return {
    routes: (app) => {
      registerCall(app, listEvents, (context, input) =>
        sendCached(context, input, listEvents, { tables }, async () => {
          const { rows, ...totals } = await searchEvents(context, input.query)
          return { items: await presentEvents(context, rows), count: rows.length, ...totals }
        }),
      )

      registerCall(app, getEvent, (context, input) => {
        ports.onEventOpened?.(context, input.params.eventId)
        return sendCached(context, input, getEvent, { tables }, async () => {
          const row = await findEvent(context, input.params.eventId)
          if (row?.state !== 'Published') throw new Failure('EventNotFound')
          const [event] = await presentEvents(context, [row])
          if (!event) throw new Failure('EventNotFound')
          return event
        })
      })
    },
  }
}
