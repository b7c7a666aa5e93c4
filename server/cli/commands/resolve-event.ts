import {
  type EventRow,
  findEvent,
  findEventByExternalId,
  listAllEvents,
} from '../../features/events/index.ts'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { listLocalTexts } from '../../platform/local-text.ts'
import { CommandFailure } from '../failures.ts'

/**
 * Returns the event of `--event`: by id, external id, or URL slug of its title, e.g. `white-trail`.
 *
 * @throws CommandFailure when there is none, or several
 */
export async function resolveEvent(context: Context, reference: string): Promise<EventRow> {
  const exactMatch =
    (await findEvent(context, reference)) ?? (await findEventByExternalId(context, reference))
  if (exactMatch) return exactMatch
  const all = await listAllEvents(context)
  const matches = all.filter((event) => toSlugs(event).includes(toSlug(reference)))
  if (matches[0] && matches.length === 1) return matches[0]
  if (matches.length > 1) {
    throw new CommandFailure(`"${reference}" may be any of ${matches.map((event) => event.id).join(', ')}`)
  }
  const examples = all.slice(0, 10).map((event) => `  ${event.id}  ${event.title.ru}`)
  throw new CommandFailure(
    examples.length > 0
      ? `There is no event "${reference}". There is:\n${examples.join('\n')}`
      : `There is no event "${reference}"; create one with: event create --title TITLE`,
  )
}

const toSlugs = ({ title }: EventRow) => listLocalTexts(title).map(toSlug)

const toSlug = (text: string) =>
  foldText(text)
    .replace(/[^\p{L}\d]+/gu, '-')
    .replace(/^-|-$/g, '')
