import {
  closePreorders,
  openPreorders,
  PreordersRefused,
  publishPreorders,
} from '../../features/preorders/index.ts'
import type { Command } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { resolveEvent } from './resolve-event.ts'

const eventOption = { value: 'EVENT', required: true, help: 'id, external id or title as in an address' }
const defaultPercent = 25

/** Opens pre-orders: packages sold before the race. */
export const openPreordersCommand: Command = {
  name: 'preorder open',
  summary: 'Sell “All photos with me” of an event before there are photos, at a lower price',
  operands: [],
  options: {
    event: eventOption,
    percent: { value: 'NUMBER', help: `so much off, 1 to 90; ${defaultPercent} when absent` },
  },
  details: ['It ends with `preorder close`, or by itself when the first photos are taken in.'],
  run: async (_dependencies, context, args) => {
    const row = await resolveEvent(context, args.required('event'))
    const percent = args.number('percent', { min: 1, max: 90, whole: true }) ?? defaultPercent
    await openPreorders(context, row, percent).catch((error: unknown) => {
      throw error instanceof PreordersRefused ? new CommandFailure(error.message, { cause: error }) : error
    })
    return { exitCode: 0, lines: [row.id], json: { eventId: row.id, preorder: true, percent } }
  },
}

/** Closes pre-orders: the regular price applies again. */
export const closePreordersCommand: Command = {
  name: 'preorder close',
  summary: 'Take no more pre-orders of an event; those that are paid are delivered all the same',
  operands: [],
  options: { event: eventOption },
  details: [],
  run: async (_dependencies, context, args) => {
    const row = await resolveEvent(context, args.required('event'))
    await closePreorders(context, row)
    return { exitCode: 0, lines: [row.id], json: { eventId: row.id, preorder: false } }
  },
}

/** Delivers pre-orders at once. The ingest does this automatically. */
export const publishPreordersCommand: Command = {
  name: 'preorder publish',
  summary: 'Deliver the pre-orders of an event now; the ingest does so by itself',
  operands: [],
  options: { event: eventOption },
  details: [],
  run: async (_dependencies, context, args) => {
    const row = await resolveEvent(context, args.required('event'))
    const { photos } = await publishPreorders(context, row.id)
    if (photos === 0) throw new CommandFailure('There are no photos yet')
    return { exitCode: 0, lines: [row.id], json: { eventId: row.id, photos } }
  },
}
