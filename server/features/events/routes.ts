import { getEvent, listEvents } from '../../../contract/events.ts'
import type { Feature } from '../../platform/app-parts.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { presentEvents } from './present.ts'
import { findEvent, searchEvents } from './store.ts'

/** Events to choose from. */
export function createEventsFeature(): Feature {
  return {
    routes: (app) => {
      handle(app, listEvents, async (context, { query }) => {
        const { rows, total } = await searchEvents(context, query)
        return { items: await presentEvents(context, rows), count: rows.length, total }
      })

      handle(app, getEvent, async (context, { params }) => {
        const row = await findEvent(context, params.eventId)
        if (row?.state !== 'Published') throw new Failure('EventNotFound')
        const [event] = await presentEvents(context, [row])
        if (!event) throw new Failure('EventNotFound')
        return event
      })
    },
  }
}
