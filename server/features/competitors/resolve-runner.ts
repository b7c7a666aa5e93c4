import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { findEvent } from '../events/index.ts'
import { findShareOfEvent } from '../shares/index.ts'
import type { PhotoSearch } from './ports.ts'
import { findBySurname } from './search-store.ts'
import type { CompetitorRow } from './store.ts'
import type { Subject } from './subject.ts'

/**
 * Returns the single runner of a search, who may own a package. A surname resolves to a runner if only one on the current start
 * list has it.
 *
 * @returns undefined for the whole event, for a surname of several runners or none, and for a link to their photos
 */
export async function resolveRunner(
  context: Context,
  { eventId, subject }: Pick<PhotoSearch, 'eventId' | 'subject'>,
): Promise<Subject | undefined> {
  if (subject.kind === 'event') return undefined
  if (subject.kind === 'share') {
    const share = await findShareOfEvent(context, eventId, subject.shareId)
    if (typeof share?.surname !== 'string') return subject
    return (await findRunnersBySurname(context, eventId, share.surname)).length === 1 ? subject : undefined
  }
  if (subject.kind !== 'surname') return subject
  const [runner, otherRunner] = await findRunnersBySurname(context, eventId, subject.surname)
  if (!runner || otherRunner) return undefined
  return { kind: 'competitor', competitorId: runner.id, number: runner.number, device: subject.device }
}

/**
 * Returns the single runner of a search.
 *
 * @throws Failure `RunnerAmbiguous` when several runners have the surname, `CompetitorNotFound` when none has
 */
export async function requireOneRunner(context: Context, search: PhotoSearch): Promise<Subject> {
  const runner = await resolveRunner(context, search)
  if (runner) return runner
  const { eventId, subject } = search
  const runners =
    subject.kind === 'surname' ? await findRunnersBySurname(context, eventId, subject.surname) : []
  throw new Failure(runners.length > 1 ? 'RunnerAmbiguous' : 'CompetitorNotFound')
}

async function findRunnersBySurname(
  context: Context,
  eventId: string,
  surname: string,
): Promise<CompetitorRow[]> {
  const event = await findEvent(context, eventId)
  return event ? findBySurname(context, event.competitorsListId, surname) : []
}
