import { isCyrillic, type Language } from '../../../contract/language/languages.ts'
import type { Context } from '../../platform/context.ts'
import type { EventRow } from '../events/index.ts'
import { findBySurname } from './search-store.ts'
import { type CompetitorRow, findByNumber } from './store.ts'

/** Returns a runner's names in the alphabet of the language, as far as the start list has them. */
export function toDisplayNames(
  row: CompetitorRow,
  language: Language,
): { firstName: string; surname: string } {
  if (isCyrillic(language)) return { firstName: row.firstName, surname: row.surname }
  return { firstName: row.firstNameLatin || row.firstName, surname: row.surnameLatin || row.surname }
}

/** Describes a runner to recipients of a share link, who may not see the surname. */
export interface PublicRunner {
  /** In the caller's language. */
  readonly firstName: string
  readonly number: string
  /** Time since the start of the race as H:MM:SS; undefined when the list has none. */
  readonly time: string | undefined
}

/**
 * Returns the only runner of an event with a number or a surname.
 *
 * @param words a number in its normal form, or a surname folded by `foldText`
 * @returns undefined for no runner of the start list, and for several
 */
export async function findPublicRunner(
  context: Context,
  event: Pick<EventRow, 'competitorsListId' | 'startsOn'>,
  { number, surname }: { number: string | null; surname: string | null },
): Promise<PublicRunner | undefined> {
  const [runner, otherRunner] =
    number !== null
      ? [await findByNumber(context, event.competitorsListId, number)]
      : surname !== null
        ? await findBySurname(context, event.competitorsListId, surname)
        : []
  if (!runner || otherRunner) return undefined
  const { firstName } = toDisplayNames(runner, context.language)
  return { firstName, number: runner.number, time: formatFinishTime(event, runner) }
}

/** Returns the time since the start of the race as H:MM:SS; undefined for a runner who has not finished. */
export function formatFinishTime(
  { startsOn }: Pick<EventRow, 'startsOn'>,
  { finishedOn }: Pick<CompetitorRow, 'finishedOn'>,
): string | undefined {
  if (!finishedOn) return undefined
  const seconds = Math.floor((finishedOn.getTime() - startsOn.getTime()) / 1000)
  if (seconds <= 0 || seconds >= 100 * 3600) return undefined
  const padToTwoDigits = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${padToTwoDigits(Math.floor(seconds / 60) % 60)}:${padToTwoDigits(seconds % 60)}`
}
