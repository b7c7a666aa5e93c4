import type { Context } from '../../platform/context.ts'
import { findEvent } from '../events/index.ts'
import type { PhotoSearch } from './ports.ts'
import { findBySurname } from './search-store.ts'
import { type CompetitorRow, findByNumber } from './store.ts'

/**
 * Returns the distance that a runner is entered for, according to the current start list.
 *
 * @returns undefined when the start list does not determine it: for selfies, links, the whole event, numbers that are not on
 *   the list, and surnames shared by runners of different distances
 */
export async function findDistance(
  context: Context,
  { eventId, subject }: PhotoSearch,
): Promise<string | undefined> {
  if (subject.kind !== 'number' && subject.kind !== 'competitor' && subject.kind !== 'surname')
    return undefined
  const event = await findEvent(context, eventId)
  if (!event) return undefined
  const { competitorsListId } = event
  if (subject.kind !== 'surname')
    return (await findByNumber(context, competitorsListId, subject.number))?.distance ?? undefined
  return getCommonDistance(await findBySurname(context, competitorsListId, subject.surname))
}

/** Returns the distance of all these runners; undefined when it is unknown, or when they run different ones. */
export function getCommonDistance(runners: readonly CompetitorRow[]): string | undefined {
  const [distance, ...others] = new Set(runners.map((runner) => runner.distance))
  return others.length === 0 ? (distance ?? undefined) : undefined
}
