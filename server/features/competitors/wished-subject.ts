import type { TokenWish } from '../../../contract/competitors.ts'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { Failure } from '../../platform/http/problem.ts'
import { type EventRow, localText } from '../events/index.ts'
import { normalBib } from './bib.ts'
import { namesOf } from './names.ts'
import {
  type CompetitorRow,
  findByNumber,
  findBySurname,
  findCompetitor,
  findSelfieOfPerson,
} from './store.ts'
import type { Subject } from './subject.ts'

/** Whom a token is to search for, what people call that, and until when at most. */
export interface WishedSubject {
  subject: Subject
  label: string
  noLongerThan?: Date
}

/**
 * Finds out whom a wish means.
 *
 * @throws Failure `BibInvalid`, `CompetitorNotFound`, `SelfieNotFound`
 */
export async function wishedSubject(
  context: Context,
  event: EventRow,
  wish: TokenWish,
): Promise<WishedSubject> {
  if ('number' in wish) return byNumber(context, event, wish.number)
  if ('competitorId' in wish) {
    const runner = await findCompetitor(context, event.competitorsListId, wish.competitorId)
    if (!runner) throw new Failure('CompetitorNotFound')
    const { id, number } = runner
    return { subject: { kind: 'competitor', competitorId: id, number }, label: labelOf(context, runner) }
  }
  if ('surname' in wish) {
    const surname = foldText(wish.surname)
    const [runner] = await findBySurname(context, event.competitorsListId, surname)
    if (!runner) throw new Failure('CompetitorNotFound')
    return { subject: { kind: 'surname', surname }, label: namesOf(runner, context.language).surname }
  }
  const { selfieId, personId } = wish
  if (selfieId !== undefined && personId !== undefined) {
    const selfie = await findSelfieOfPerson(context, event.id, { selfieId, personId })
    if (!selfie) throw new Failure('SelfieNotFound')
    return { subject: { kind: 'face', selfieId, personId }, label: '', noLongerThan: selfie.expiresOn }
  }
  return { subject: { kind: 'event' }, label: localText(event.title, context.language) }
}

/** A number that is on the start list is a runner; others may be searched for too, lists have gaps. */
async function byNumber(context: Context, event: EventRow, typed: string): Promise<WishedSubject> {
  const number = normalBib(typed)
  if (number === undefined) throw new Failure('BibInvalid')
  const runner = await findByNumber(context, event.competitorsListId, number)
  const label = runner ? `${number} · ${labelOf(context, runner)}` : number
  return { subject: { kind: 'number', number }, label }
}

function labelOf(context: Context, runner: CompetitorRow): string {
  const { firstName, surname } = namesOf(runner, context.language)
  return `${firstName} ${surname}`
}
