import type { FastifyInstance } from 'fastify'
import {
  createShare,
  forgetShare as forgetShareCall,
  getShare,
  getShareCard,
} from '../../../contract/photos.ts'
import type { Context } from '../../platform/context.ts'
import { createMemoize } from '../../platform/db/memoize.ts'
import { readDeviceHash } from '../../platform/http/device-hash.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Services } from '../../platform/services.ts'
import { requireOneRunner, type Subject, toAnswersKey, toPersonKey } from '../competitors/index.ts'
import { addShare, deleteShare, findShare, type ShareRow } from '../shares/index.ts'
import { findPhotoRows } from './album-store.ts'
import { authorizeAlbum, storeForSubject } from './authorize-album.ts'
import type { SubjectPhotos } from './photo-finder.ts'
import type { ArePhotosBought, LinkCardMaker } from './ports.ts'
import { presentPhotos } from './present.ts'
import { drawCard } from './share-card.ts'
import { findValidShare, type ValidShare } from './share-texts.ts'

/** Few for an address too: each link tells whether photos of its runner are bought. */
const sharesLimit = { limit: { perDevice: 20, perAddress: 200, windowInMs: 60_000 } }
/** Drawing a card takes a tenth of a second of CPU time. */
const cardsLimit = { limit: { perAddress: 300, windowInMs: 60_000 } }
/** Cache size; about 100 KB each. */
const maxCachedCards = 50
/** Tables that a card depends on. */
const cardTables = ['photo_shares', 'photos', 'photo_tags', 'faces', 'events', 'competitors']

/** Serves share links, by which a runner shows photos to others who need only the link. */
export function serveShares(
  app: FastifyInstance,
  services: Services,
  {
    finder,
    cards,
    arePhotosBought,
  }: { finder: SubjectPhotos; cards: LinkCardMaker; arePhotosBought: ArePhotosBought },
): void {
  const cardServices = { objects: services.objects, cards }
  const memoizedCard = createMemoize<Uint8Array>(services.tableVersions, maxCachedCards)
  registerCall(
    app,
    createShare,
    async (context, { bearer, request }) => {
      const { claims, event } = await authorizeAlbum(context, services, bearer, undefined)
      const owner = toAnswersKey(claims.subject)
      if (owner === undefined) throw new Failure('TokenScope')
      const runner = await requireOneRunner(context, claims)
      const subject = toPersonKey(runner) ?? owner
      const found = await finder.find(context, claims)
      const photoIds = found.filter(({ tier }) => tier === 'sure').map(({ photoId }) => photoId)
      if (photoIds.length === 0) throw new Failure('PhotoNotFound')
      const deviceHash = readDeviceHash(request) ?? null
      const share = { eventId: event.id, subject, owner, deviceHash, photoIds, ...toShareLabel(runner) }
      const { id, expiresOn } = await storeForSubject(context, claims.subject, (transaction) =>
        addShare(transaction, share),
      )
      return { shareId: id, expiresOn: expiresOn.toISOString() }
    },
    sharesLimit,
  )

  registerCall(app, getShare, async (context, { params, query }) => {
    const { share, event, photoIds, runner } = await requireShare(context, params.shareId)
    const rows = await findPhotoRows(context, photoIds.slice(query.offset, query.offset + query.count))
    const items = await presentPhotos(context, event, rows, new Map())
    return {
      items,
      count: items.length,
      total: photoIds.length,
      eventId: event.id,
      expiresOn: share.expiresOn.toISOString(),
      bought: await arePhotosBought(
        context,
        { eventId: event.id, person: share.subject, deviceHash: share.deviceHash },
        photoIds,
      ),
      giftable: share.deviceHash !== null,
      person: {
        number: share.number ?? runner?.number ?? null,
        name: runner?.firstName ?? null,
        time: runner?.time ?? null,
      },
    }
  })

  registerCall(
    app,
    getShareCard,
    async (context, { params, query, reply }) => {
      const localizedContext = { ...context, language: query.lang ?? context.language }
      // Checked on each request: a cached card must not outlive its link.
      const openedShare = await requireShare(localizedContext, params.shareId)
      const key = `${openedShare.share.id} ${localizedContext.language}`
      const card = await memoizedCard(localizedContext, key, cardTables, () =>
        drawCard(localizedContext, cardServices, openedShare),
      )
      return reply
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .header('x-content-type-options', 'nosniff')
        .type('image/jpeg')
        .send(card)
    },
    cardsLimit,
  )

  registerCall(app, forgetShareCall, async (context, { params, bearer }) => {
    const { claims } = await authorizeAlbum(context, services, bearer, undefined)
    const share = await findShare(context, params.shareId)
    const owner = toAnswersKey(claims.subject)
    const isOwner = owner !== undefined && share?.eventId === claims.eventId && share.owner === owner
    if (!isOwner) throw new Failure('ShareNotFound')
    await deleteShare(context, params.shareId)
    return undefined
  })
}

async function requireShare(context: Context, shareId: string): Promise<ValidShare> {
  const openedShare = await findValidShare(context, shareId)
  if (!openedShare) throw new Failure('ShareNotFound')
  return openedShare
}

/** Returns the part of the search that the link stores. */
function toShareLabel(subject: Subject): Pick<ShareRow, 'number' | 'surname'> {
  if (subject.kind === 'number' || subject.kind === 'competitor')
    return { number: subject.number, surname: null }
  return { number: null, surname: subject.kind === 'surname' ? subject.surname : null }
}
