import { normalizeBib } from '../../../contract/bib.ts'
import type { SearchTokenRequest } from '../../../contract/competitors.ts'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { Failure } from '../../platform/http/problem.ts'
import { type EventRow, resolveLocalText } from '../events/index.ts'
import { findSelfie } from '../recognition/index.ts'
import { findShareOfEvent } from '../shares/index.ts'
import { getCommonDistance } from './distance.ts'
import { toDisplayNames } from './names.ts'
import { findBySurname } from './search-store.ts'
import { type CompetitorRow, findByNumber, findCompetitor } from './store.ts'
import { deriveDeviceId, type Subject } from './subject.ts'

/** Describes the subject of a new token, its label, and its latest expiry. */
export interface RequestedSubject {
  subject: Subject
  label: string
  latestExpiresOn?: Date
  /** Distance that the runner is entered for, as `findDistance` returns it. */
  distance?: string | undefined
  /** All runners who match, if there are several. */
  runners?: readonly CompetitorRow[]
}

/**
 * Resolves a token request to its subject.
 *
 * @throws Failure `BibInvalid`, `CompetitorNotFound`, `SelfieNotFound`, `ShareNotFound`
 */
export async function findRequestedSubject(
  context: Context,
  event: EventRow,
  input: SearchTokenRequest,
): Promise<RequestedSubject> {
  const device = deriveDeviceId(event.id, 'deviceKey' in input ? input.deviceKey : undefined)
  if ('number' in input) return resolveNumber(context, event, { typed: input.number, device })
  if ('competitorId' in input) {
    const runner = await findCompetitor(context, event.competitorsListId, input.competitorId)
    if (!runner) throw new Failure('CompetitorNotFound')
    const { id, number } = runner
    return {
      subject: { kind: 'competitor', competitorId: id, number, device },
      label: toLabel(context, runner),
      distance: getCommonDistance([runner]),
    }
  }
  if ('surname' in input) {
    const surname = foldText(input.surname)
    const runners = await findBySurname(context, event.competitorsListId, surname)
    const [runner, otherRunner] = runners
    if (!runner) throw new Failure('CompetitorNotFound')
    const label = toDisplayNames(runner, context.language).surname
    return {
      subject: { kind: 'surname', surname, device },
      label,
      distance: getCommonDistance(runners),
      ...(otherRunner && { runners }),
    }
  }
  if ('shareId' in input) {
    const share = await findShareOfEvent(context, event.id, input.shareId)
    if (!share) throw new Failure('ShareNotFound')
    const { id: shareId, number } = share
    return { subject: { kind: 'share', shareId }, label: number ?? '', latestExpiresOn: share.expiresOn }
  }
  const { selfieId, personId } = input
  if (selfieId !== undefined && personId !== undefined) {
    const selfie = await findSelfie(context, selfieId)
    if (selfie?.eventId !== event.id || selfie.personId !== personId) throw new Failure('SelfieNotFound')
    return {
      subject: { kind: 'face', selfieId, personId, device },
      label: '',
      latestExpiresOn: selfie.expiresOn,
    }
  }
  return { subject: { kind: 'event' }, label: resolveLocalText(event.title, context.language) }
}

/** Resolves a number to its runner on the start list. Other numbers are accepted too, because lists have gaps. */
async function resolveNumber(
  context: Context,
  event: EventRow,
  { typed, device }: { typed: string; device: string },
): Promise<RequestedSubject> {
  const number = normalizeBib(typed)
  if (number === undefined) throw new Failure('BibInvalid')
  const runner = await findByNumber(context, event.competitorsListId, number)
  const label = runner ? `${number} · ${toLabel(context, runner)}` : number
  return {
    subject: { kind: 'number', number, device },
    label,
    distance: runner && getCommonDistance([runner]),
  }
}

function toLabel(context: Context, runner: CompetitorRow): string {
  const { firstName, surname } = toDisplayNames(runner, context.language)
  return `${firstName} ${surname}`
}
