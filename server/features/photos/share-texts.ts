import type { Context } from '../../platform/context.ts'
import { getIntl, loadCatalogue } from '../../platform/language/catalogue.ts'
import { findPublicRunner, type PublicRunner } from '../competitors/index.ts'
import { type EventRow, findEvent, resolveLocalText } from '../events/index.ts'
import { findShare, type ShareRow } from '../shares/index.ts'
import { filterInTimeOrder } from './album-store.ts'
import type messages from './messages.ru.json'

const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)

/** Describes a valid link with its content. */
export interface ValidShare {
  readonly share: ShareRow
  readonly event: EventRow
  /** Ready photos, in time order. */
  readonly photoIds: readonly string[]
  /** The runner of the start list whose photos these are; undefined when it is ambiguous or unknown. */
  readonly runner: PublicRunner | undefined
}

/** Returns a link with its content; undefined when it has expired, or its event is not published. */
export async function findValidShare(context: Context, shareId: string): Promise<ValidShare | undefined> {
  const share = await findShare(context, shareId)
  const event = share && (await findEvent(context, share.eventId))
  if (!share || event?.state !== 'Published') return undefined
  const photoIds = await filterInTimeOrder(context, event.id, share.photoIds)
  return { share, event, photoIds, runner: await findPublicRunner(context, event, share) }
}

/** Texts of a link's preview. */
export interface ShareTexts {
  readonly headline: string
  /** Event and day. */
  readonly line: string
  readonly description: string
}

/** Returns the texts of a link in the context's language. They name the runner by first name or number, if known. */
export function describeShare(
  { language }: Pick<Context, 'language'>,
  { share, event, photoIds, runner }: ValidShare,
): ShareTexts {
  const format = getFormatter(language)
  const title = resolveLocalText(event.title, language)
  const day = getIntl(language).formatDate(event.startsOn, { dateStyle: 'long', timeZone: event.timeZone })
  const textValues = { count: photoIds.length, event: title, day }
  return {
    headline: runner
      ? format(runner.time ? 'share.finish' : 'share.course', { name: runner.firstName })
      : share.number === null
        ? format('share.nobody')
        : format('share.number', { number: share.number }),
    line: format('share.line', { event: title, day }),
    description: runner?.time
      ? format('share.textTime', { ...textValues, time: runner.time })
      : format('share.text', textValues),
  }
}
