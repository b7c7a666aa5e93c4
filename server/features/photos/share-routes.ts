import type { FastifyInstance } from 'fastify'
import { createShare, forgetShare as forgetShareCall, getShare } from '../../../contract/photos.ts'
import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { answerKeyOf, nameOfRunner, type Subject } from '../competitors/index.ts'
import { type EventRow, findEvent } from '../events/index.ts'
import { inTimeOrder, rowsOf } from './album-store.ts'
import { enter } from './enter.ts'
import type { SubjectPhotos } from './photo-finder.ts'
import { presentPhotos } from './present.ts'
import { addShare, findShare, forgetShare, type ShareRow } from './share-store.ts'

const sharesPerMinute = 20

/** Links under which somebody shows her photos to others, who need nothing but the link. */
export function serveShares(app: FastifyInstance, ground: Ground, finder: SubjectPhotos): void {
  handle(
    app,
    createShare,
    async (context, { bearer }) => {
      const { claims, event } = await enter(context, ground, bearer, undefined)
      const subject = answerKeyOf(claims.subject)
      if (subject === undefined) throw new Failure('TokenScope')
      const found = await finder.find(context, claims)
      const photoIds = found.filter(({ tier }) => tier === 'sure').map(({ photoId }) => photoId)
      if (photoIds.length === 0) throw new Failure('PhotoNotFound')
      const share = { eventId: event.id, subject, photoIds, ...wordsOf(claims.subject) }
      const { id, expiresOn } = await addShare(context, share)
      return { shareId: id, expiresOn: expiresOn.toISOString() }
    },
    { rateLimit: { max: sharesPerMinute, timeWindowInMs: 60_000 } },
  )

  handle(app, getShare, async (context, { params, query }) => {
    const { share, event } = await open(context, params.shareId)
    const shown = await inTimeOrder(context, event.id, share.photoIds)
    const rows = await rowsOf(context, shown.slice(query.offset, query.offset + query.count))
    const items = await presentPhotos(context, event, rows, new Map())
    return {
      items,
      count: items.length,
      total: shown.length,
      eventId: event.id,
      expiresOn: share.expiresOn.toISOString(),
      person: await personOf(context, event, share),
    }
  })

  handle(app, forgetShareCall, async (context, { params, bearer }) => {
    const { claims } = await enter(context, ground, bearer, undefined)
    const share = await findShare(context, params.shareId)
    const isHers = share?.eventId === claims.eventId && share.subject === answerKeyOf(claims.subject)
    if (!isHers) throw new Failure('ShareNotFound')
    await forgetShare(context, params.shareId)
    return undefined
  })
}

async function open(context: Context, shareId: string): Promise<{ share: ShareRow; event: EventRow }> {
  const share = await findShare(context, shareId)
  const event = share && (await findEvent(context, share.eventId))
  if (!share || event?.state !== 'Published') throw new Failure('ShareNotFound')
  return { share, event }
}

/** What the link keeps of how she was found. */
function wordsOf(subject: Subject): Pick<ShareRow, 'number' | 'surname'> {
  if (subject.kind === 'number' || subject.kind === 'competitor')
    return { number: subject.number, surname: null }
  return { number: null, surname: subject.kind === 'surname' ? subject.surname : null }
}

async function personOf(context: Context, event: EventRow, { number, surname }: ShareRow) {
  const name = await nameOfRunner(context, event.competitorsListId, { number, surname })
  return { number, name: name ?? null }
}
