import { type Context, inTransaction } from '../../platform/context.ts'
import { createMemoize, type Memoize } from '../../platform/db/memoize.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Services } from '../../platform/services.ts'
import { type SearchClaims, type Subject, verifySearchToken } from '../competitors/index.ts'
import { type EventRow, findEvent, hasFaceSearch } from '../events/index.ts'
import { findSelfie, lockSelfie } from '../recognition/index.ts'

/**
 * Verifies a search token and that it opens the album.
 *
 * @throws Failure `Unauthenticated`, `TokenExpired`, `TokenInvalid`, `TokenScope` for another album and for the token of a link
 */
export async function authorizeAlbum(
  context: Context,
  services: Services,
  bearer: string | undefined,
  albumId: string | undefined,
): Promise<{ claims: SearchClaims; event: EventRow }> {
  const claims = await verifySearchToken(context, services, bearer)
  const event = await getCachedEvent(context, services, claims.eventId)
  if (event?.state !== 'Published') throw new Failure('TokenInvalid')
  // The token of a share link is for the cart only: its photos are requested by the share's id.
  if (claims.subject.kind === 'share') throw new Failure('TokenScope')
  if (albumId !== undefined && albumId !== event.albumId) throw new Failure('TokenScope')
  // A token outlives a deleted selfie and a disabled face search of its event.
  if (claims.subject.kind === 'face') {
    const selfie = hasFaceSearch(context, event) && (await findSelfie(context, claims.subject.selfieId))
    if (!selfie) throw new Failure('TokenExpired')
  }
  return { claims, event }
}

/**
 * Stores data about the person of an authorized token, in one transaction. A selfie is locked meanwhile, so that its deletion
 * includes that data.
 *
 * @throws Failure `TokenExpired` when the selfie was deleted since the token was verified
 */
export function storeForSubject<Result>(
  context: Context,
  subject: Subject,
  store: (transaction: Context) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context, async (transaction) => {
    if (subject.kind === 'face' && !(await lockSelfie(transaction, subject.selfieId)))
      throw new Failure('TokenExpired')
    return store(transaction)
  })
}

const memoizers = new WeakMap<Services['tableVersions'], Memoize<EventRow | undefined>>()

/** Returns the event of a token, memoized because every page of an album needs it. */
function getCachedEvent(
  context: Context,
  { tableVersions }: Services,
  eventId: string,
): Promise<EventRow | undefined> {
  const memoized = memoizers.get(tableVersions) ?? createMemoize(tableVersions)
  memoizers.set(tableVersions, memoized)
  return memoized(context, eventId, ['events'], () => findEvent(context, eventId))
}
