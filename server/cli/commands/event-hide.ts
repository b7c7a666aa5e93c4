import { type EventRow, setEventState } from '../../features/events/index.ts'
import type { Context } from '../../platform/context.ts'
import type { Args } from '../args.ts'
import type { Command } from '../command.ts'
import { resolveEvent } from './resolve-event.ts'

const eventOption = { value: 'EVENT', required: true, help: 'id, external id or title as in an address' }

/** Hides an event from the storefront. */
export const hideEventCommand: Command = {
  name: 'event hide',
  summary: 'Hide an event: its pages, photos and products are as unknown, orders keep their files',
  operands: [],
  options: { event: eventOption },
  details: [
    'What was ordered before stays: an order can be paid, and its files be downloaded. Carts cannot be checked out.',
    'Undo it with `event publish`.',
  ],
  run: (_dependencies, context, args) => setState(context, args, 'Hidden'),
}

/** Publishes a hidden event again. */
export const publishEventCommand: Command = {
  name: 'event publish',
  summary: 'Show a hidden event again, with everything it had',
  operands: [],
  options: { event: eventOption },
  details: [],
  run: (_dependencies, context, args) => setState(context, args, 'Published'),
}

async function setState(context: Context, args: Args, state: EventRow['state']) {
  const row = await resolveEvent(context, args.required('event'))
  await setEventState(context, row.id, state)
  return { exitCode: 0 as const, lines: [row.id], json: { eventId: row.id, state } }
}
