import type { Language } from '../../../contract/common.ts'
import {
  type Competitor,
  createSearchToken,
  maxSurnameMatches,
  type SearchTokenRequest,
  searchCompetitors,
} from '../../../contract/competitors.ts'
import { paginate } from '../../platform/http/paginate.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { findEvent, findEventByList } from '../events/index.ts'
import { limitPersonSearches, limitSearches } from './limit-searches.ts'
import { toDisplayNames } from './names.ts'
import type { PhotoFinder } from './ports.ts'
import { findRequestedSubject } from './requested-subject.ts'
import { searchList } from './search-store.ts'
import type { CompetitorRow } from './store.ts'
import { issueSearchToken } from './token.ts'

/** Limits the matches to what the page shows, on all pages together: each additional line would help to read a list in bulk. */
const maxShownMatches = 5

/** Creates the routes of start lists and search tokens. */
export function createCompetitorsFeature(services: Services, ports: { finder: PhotoFinder }): Feature {
  return {
    routes: (app) => {
      registerCall(app, searchCompetitors, async (context, { query, request, bearer }) => {
        await limitSearches(context, request.ip, bearer)
        const event = await findEventByList(context, query.competitorsListId)
        if (event?.state !== 'Published') throw new Failure('EventNotFound')
        const rows = await searchList(context, event.competitorsListId, {
          search: query.search,
          count: maxShownMatches,
        })
        return paginate(
          rows.map((row) => presentCompetitor(row, context.language)),
          query,
        )
      })

      registerCall(app, createSearchToken, async (context, { params, body, request }) => {
        const event = await findEvent(context, params.eventId)
        if (event?.state !== 'Published') throw new Failure('EventNotFound')
        if (isGuessable(body)) {
          const device = 'deviceKey' in body ? body.deviceKey : undefined
          await limitPersonSearches(context, request.ip, device)
        }
        const { subject, label, latestExpiresOn, distance, runners } = await findRequestedSubject(
          context,
          event,
          body,
        )
        const total = await ports.finder.count(context, { eventId: event.id, subject })
        const { token, expiresOn } = await issueSearchToken(context, services, {
          eventId: event.id,
          subject,
          latestExpiresOn,
        })
        return {
          token,
          expiresOn: expiresOn.toISOString(),
          subject: {
            ...{ kind: subject.kind, label },
            ...(distance === undefined ? {} : { distance }),
            ...(runners && {
              bearers: runners
                .slice(0, maxSurnameMatches)
                .map((row) => presentCompetitor(row, context.language)),
            }),
          },
          total,
        }
      })
    },
  }
}

/** Returns whether a caller can request one person after another. The ids of selfies and links are random. */
const isGuessable = (body: SearchTokenRequest) =>
  'number' in body || 'surname' in body || 'competitorId' in body

function presentCompetitor(row: CompetitorRow, language: Language): Competitor {
  return {
    competitorId: row.id,
    number: row.number,
    ...toDisplayNames(row, language),
    ...(row.distance === null ? {} : { distance: row.distance }),
    ...(row.finishedOn === null ? {} : { finishedOn: row.finishedOn.toISOString() }),
  }
}
