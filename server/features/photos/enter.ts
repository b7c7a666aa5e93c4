import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { type SearchClaims, verifySearchToken } from '../competitors/index.ts'
import { type EventRow, findEvent } from '../events/index.ts'
import { findSelfie } from '../recognition/index.ts'

/**
 * Reads a search token and makes sure that it opens the album.
 *
 * @throws Failure `Unauthenticated`, `TokenExpired`, `TokenInvalid`, `TokenScope` for another album
 */
export async function enter(
  context: Context,
  ground: Ground,
  bearer: string | undefined,
  albumId: string | undefined,
): Promise<{ claims: SearchClaims; event: EventRow }> {
  const claims = await verifySearchToken(context, ground, bearer)
  const event = await findEvent(context, claims.eventId)
  if (event?.state !== 'Published') throw new Failure('TokenInvalid')
  if (albumId !== undefined && albumId !== event.albumId) throw new Failure('TokenScope')
  // A token outlives a selfie that was forgotten; then it searches for nobody.
  if (claims.subject.kind === 'face' && !(await findSelfie(context, claims.subject.selfieId))) {
    throw new Failure('TokenExpired')
  }
  return { claims, event }
}
