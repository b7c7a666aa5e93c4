import type { Context } from '../../platform/context.ts'
import { createCatalogue, intlFor } from '../../platform/language/catalogue.ts'
import { findPublicRunner, type PublicRunner } from '../competitors/index.ts'
import { type EventRow, findEvent, localText } from '../events/index.ts'
import { inTimeOrder } from './album-store.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }
import { findShare, type ShareRow } from './share-store.ts'

const sayIn = createCatalogue({ ru, en, es })

/** Describes a valid link with its content. */
export interface OpenShare {
  readonly share: ShareRow
  readonly event: EventRow
  /** Ready photos, in time order. */
  readonly photoIds: readonly string[]
  /** The runner of the start list whose photos these are; undefined when it is ambiguous or unknown. */
  readonly runner: PublicRunner | undefined
}

/** Returns a link with its content; undefined when it has expired, or its event is not published. */
export async function openShare(context: Context, shareId: string): Promise<OpenShare | undefined> {
  const share = await findShare(context, shareId)
  const event = share && (await findEvent(context, share.eventId))
  if (!share || event?.state !== 'Published') return undefined
  const photoIds = await inTimeOrder(context, event.id, share.photoIds)
  return { share, event, photoIds, runner: await findPublicRunner(context, event, share) }
}

/** Texts of a link's preview. */
export interface ShareWords {
  readonly headline: string
  /** Event and day. */
  readonly line: string
  readonly description: string
}

/** Returns the texts of a link in the context's language. They name the runner by first name or number, if known. */
export function describeShare(
  { language }: Pick<Context, 'language'>,
  { share, event, photoIds, runner }: OpenShare,
): ShareWords {
  const say = sayIn(language)
  const title = localText(event.title, language)
  const day = intlFor(language).formatDate(event.startsOn, { dateStyle: 'long', timeZone: event.timeZone })
  const told = { count: photoIds.length, event: title, day }
  return {
    headline: runner
      ? say(runner.time ? 'share.finish' : 'share.course', { name: runner.firstName })
      : share.number === null
        ? say('share.nobody')
        : say('share.number', { number: share.number }),
    line: say('share.line', { event: title, day }),
    description: runner?.time
      ? say('share.textTime', { ...told, time: runner.time })
      : say('share.text', told),
  }
}
