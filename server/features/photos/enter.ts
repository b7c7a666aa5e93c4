import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { createKeep, type Keep } from '../../platform/db/kept.ts'
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
  const event = await eventOf(context, ground, claims.eventId)
  if (event?.state !== 'Published') throw new Failure('TokenInvalid')
  if (albumId !== undefined && albumId !== event.albumId) throw new Failure('TokenScope')
  // A token outlives a selfie that was forgotten; then it searches for nobody.
  if (claims.subject.kind === 'face' && !(await findSelfie(context, claims.subject.selfieId))) {
    throw new Failure('TokenExpired')
  }
  return { claims, event }
}

const keeps = new WeakMap<Ground['revisions'], Keep<EventRow | undefined>>()

/** The event of a token: every page of an album asks for it. */
function eventOf(context: Context, { revisions }: Ground, eventId: string): Promise<EventRow | undefined> {
  const keep = keeps.get(revisions) ?? createKeep(revisions)
  keeps.set(revisions, keep)
  return keep(context, eventId, ['events'], () => findEvent(context, eventId))
}
