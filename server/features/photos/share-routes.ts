import type { FastifyInstance } from 'fastify'
import {
  createShare,
  forgetShare as forgetShareCall,
  getShare,
  getShareCard,
} from '../../../contract/photos.ts'
import type { Context } from '../../platform/context.ts'
import { createMemoize } from '../../platform/db/memoize.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Services } from '../../platform/services.ts'
import { answersKey, personKey, requireOneRunner, type Subject } from '../competitors/index.ts'
import { findPhotoRows } from './album-store.ts'
import { authorizeAlbum } from './authorize-album.ts'
import type { SubjectPhotos } from './photo-finder.ts'
import type { LinkCardMaker } from './ports.ts'
import { presentPhotos } from './present.ts'
import { drawCard } from './share-card.ts'
import { addShare, findShare, forgetShare, isBought, type ShareRow } from './share-store.ts'
import { type OpenShare, openShare } from './share-words.ts'

const sharesPerMinute = 20
/** Limits the cards of a caller: drawing one takes a tenth of a second of CPU time. */
const cardsPerMinute = 60
/** Cache size; about 100 KB each. */
const cardsKept = 50
/** Tables that a card depends on. */
const cardTables = ['photo_shares', 'photos', 'photo_tags', 'faces', 'events', 'competitors']

/** Serves share links, by which a runner shows photos to others who need only the link. */
export function serveShares(
  app: FastifyInstance,
  services: Services,
  { finder, cards }: { finder: SubjectPhotos; cards: LinkCardMaker },
): void {
  const parts = { objects: services.objects, cards }
  const memoizedCard = createMemoize<Uint8Array>(services.tableVersions, cardsKept)
  handle(
    app,
    createShare,
    async (context, { bearer }) => {
      const { claims, event } = await authorizeAlbum(context, services, bearer, undefined)
      const owner = answersKey(claims.subject)
      if (owner === undefined) throw new Failure('TokenScope')
      const runner = await requireOneRunner(context, claims)
      const subject = personKey(runner) ?? owner
      const found = await finder.find(context, claims)
      const photoIds = found.filter(({ tier }) => tier === 'sure').map(({ photoId }) => photoId)
      if (photoIds.length === 0) throw new Failure('PhotoNotFound')
      const share = { eventId: event.id, subject, owner, photoIds, ...toShareLabel(runner) }
      const { id, expiresOn } = await addShare(context, share)
      return { shareId: id, expiresOn: expiresOn.toISOString() }
    },
    { rateLimit: { max: sharesPerMinute, timeWindowInMs: 60_000 } },
  )

  handle(app, getShare, async (context, { params, query }) => {
    const { share, event, photoIds, runner } = await open(context, params.shareId)
    const rows = await findPhotoRows(context, photoIds.slice(query.offset, query.offset + query.count))
    const items = await presentPhotos(context, event, rows, new Map())
    return {
      items,
      count: items.length,
      total: photoIds.length,
      eventId: event.id,
      expiresOn: share.expiresOn.toISOString(),
      bought: await isBought(context, share, photoIds),
      person: {
        number: share.number ?? runner?.number ?? null,
        name: runner?.firstName ?? null,
        time: runner?.time ?? null,
      },
    }
  })

  handle(
    app,
    getShareCard,
    async (context, { params, query, reply }) => {
      const inLanguage = { ...context, language: query.lang ?? context.language }
      // Checked on each request: a cached card must not outlive its link.
      const opened = await open(inLanguage, params.shareId)
      const key = `${opened.share.id} ${inLanguage.language}`
      const card = await memoizedCard(inLanguage, key, cardTables, () => drawCard(inLanguage, parts, opened))
      return reply
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .header('x-content-type-options', 'nosniff')
        .type('image/jpeg')
        .send(card)
    },
    { rateLimit: { max: cardsPerMinute, timeWindowInMs: 60_000 } },
  )

  handle(app, forgetShareCall, async (context, { params, bearer }) => {
    const { claims } = await authorizeAlbum(context, services, bearer, undefined)
    const share = await findShare(context, params.shareId)
    const owner = answersKey(claims.subject)
    const isOwner = owner !== undefined && share?.eventId === claims.eventId && share.owner === owner
    if (!isOwner) throw new Failure('ShareNotFound')
    await forgetShare(context, params.shareId)
    return undefined
  })
}

async function open(context: Context, shareId: string): Promise<OpenShare> {
  const opened = await openShare(context, shareId)
  if (!opened) throw new Failure('ShareNotFound')
  return opened
}

/** Returns the part of the search that the link stores. */
function toShareLabel(subject: Subject): Pick<ShareRow, 'number' | 'surname'> {
  if (subject.kind === 'number' || subject.kind === 'competitor')
    return { number: subject.number, surname: null }
  return { number: null, surname: subject.kind === 'surname' ? subject.surname : null }
}
