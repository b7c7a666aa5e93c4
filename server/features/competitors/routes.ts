import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '../../../contract/common.ts'
import { type Competitor, createSearchToken, searchCompetitors } from '../../../contract/competitors.ts'
import type { Feature, Ground } from '../../platform/app-parts.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { findEvent, findEventByList } from '../events/index.ts'
import { namesOf } from './names.ts'
import type { PhotoFinder } from './ports.ts'
import { type CompetitorRow, searchList } from './store.ts'
import { issueSearchToken } from './token.ts'
import { wishedSubject } from './wished-subject.ts'

const shownAtMost = 20
const personsPerMinute = 120

/** Start lists, and the tokens to search an event with. */
export function createCompetitorsFeature(ground: Ground, ports: { finder: PhotoFinder }): Feature {
  return {
    routes: (app) => {
      const refuseGuessing = limitGuessing(app)

      handle(app, searchCompetitors, async (context, { query }) => {
        const event = await findEventByList(context, query.competitorsListId)
        if (event?.state !== 'Published') throw new Failure('EventNotFound')
        const rows = await searchList(context, event.competitorsListId, {
          search: query.search,
          count: shownAtMost,
        })
        return {
          items: rows.map((row) => present(row, context.language)),
          count: rows.length,
          total: rows.length,
        }
      })

      handle(app, createSearchToken, async (context, { params, body, request }) => {
        const event = await findEvent(context, params.eventId)
        if (event?.state !== 'Published') throw new Failure('EventNotFound')
        if (Object.keys(body).length > 0) await refuseGuessing(request)
        const { subject, label, noLongerThan } = await wishedSubject(context, event, body)
        const total = await ports.finder.count(context, { eventId: event.id, subject })
        const { token, expiresOn } = await issueSearchToken(context, ground, {
          eventId: event.id,
          subject,
          noLongerThan,
        })
        return {
          token,
          expiresOn: expiresOn.toISOString(),
          subject: { kind: subject.kind, label },
          total,
        }
      })
    },
  }
}

/** Looking at an album is free; asking for one person after another is not. */
function limitGuessing(app: FastifyInstance): (request: FastifyRequest) => Promise<void> {
  const limit = app.createRateLimit({ max: personsPerMinute, timeWindow: 60_000 })
  return async (request) => {
    const verdict = await limit(request)
    if (!verdict.isAllowed && verdict.isExceeded) {
      throw new Failure('TooManyRequests', { retryAfterInSeconds: verdict.ttlInSeconds })
    }
  }
}

function present(row: CompetitorRow, language: Language): Competitor {
  return {
    competitorId: row.id,
    number: row.number,
    ...namesOf(row, language),
    ...(row.distance === null ? {} : { distance: row.distance }),
    ...(row.finishedOn === null ? {} : { finishedOn: row.finishedOn.toISOString() }),
  }
}
