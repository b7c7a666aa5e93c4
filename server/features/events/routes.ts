import { getEvent, listEvents } from '../../../contract/events.ts'
import type { Feature, Ground } from '../../platform/app-parts.ts'
import { handle } from '../../platform/http/handle.ts'
import { createKeptAnswers } from '../../platform/http/kept-answers.ts'
import { Failure } from '../../platform/http/problem.ts'
import { presentEvents } from './present.ts'
import { findEvent, searchEvents } from './store.ts'

/** What an event is told of: itself, and what is counted in it. */
const tables = ['events', 'photos', 'photo_tags', 'videos', 'frames', 'competitors', 'ingests']

/** Events to choose from. */
export function createEventsFeature({ revisions }: Pick<Ground, 'revisions'>): Feature {
  const sendKept = createKeptAnswers(revisions)
  return {
    routes: (app) => {
      handle(app, listEvents, (context, input) =>
        sendKept(context, input, listEvents, { tables }, async () => {
          const { rows, total } = await searchEvents(context, input.query)
          return { items: await presentEvents(context, rows), count: rows.length, total }
        }),
      )

      handle(app, getEvent, (context, input) =>
        sendKept(context, input, getEvent, { tables }, async () => {
          const row = await findEvent(context, input.params.eventId)
          if (row?.state !== 'Published') throw new Failure('EventNotFound')
          const [event] = await presentEvents(context, [row])
          if (!event) throw new Failure('EventNotFound')
          return event
        }),
      )
    },
  }
}
