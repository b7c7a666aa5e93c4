import {
  type EventRow,
  findEvent,
  findEventByExternalId,
  listAllEvents,
} from '../../features/events/index.ts'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { localTexts } from '../../platform/local-text.ts'
import { CommandFailure } from '../failures.ts'

/**
 * Returns the event of `--event`: by id, external id, or URL slug of its title, e.g. `white-trail`.
 *
 * @throws CommandFailure when there is none, or several
 */
export async function resolveEvent(context: Context, wanted: string): Promise<EventRow> {
  const exact = (await findEvent(context, wanted)) ?? (await findEventByExternalId(context, wanted))
  if (exact) return exact
  const all = await listAllEvents(context)
  const named = all.filter((event) => toSlugs(event).includes(toSlug(wanted)))
  if (named[0] && named.length === 1) return named[0]
  if (named.length > 1) {
    throw new CommandFailure(`"${wanted}" may be any of ${named.map((event) => event.id).join(', ')}`)
  }
  const some = all.slice(0, 10).map((event) => `  ${event.id}  ${event.title.ru}`)
  throw new CommandFailure(
    some.length > 0
      ? `There is no event "${wanted}". There is:\n${some.join('\n')}`
      : `There is no event "${wanted}"; create one with: event create --title TITLE`,
  )
}

const toSlugs = ({ title }: EventRow) => localTexts(title).map(toSlug)

const toSlug = (text: string) =>
  foldText(text)
    .replace(/[^\p{L}\d]+/gu, '-')
    .replace(/^-|-$/g, '')
