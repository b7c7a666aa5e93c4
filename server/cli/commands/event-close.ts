import { setEventSwitches } from '../../features/events/index.ts'
import type { Command } from '../command.ts'
import { resolveEvent } from './resolve-event.ts'

const eventOption = { value: 'EVENT', required: true, help: 'id, external id or title as in an address' }

/** Marks an event as complete: packages no longer promise more photos. */
export const closeEventCommand: Command = {
  name: 'event close',
  summary: 'Say that all photos of an event are handed in',
  operands: [],
  options: { event: eventOption },
  details: [
    'From then on a package promises no further photos, and costs no more than its photos one by one.',
    'Without it an event closes two weeks after its end.',
  ],
  run: async (_dependencies, context, args) => {
    const row = await resolveEvent(context, args.required('event'))
    await setEventSwitches(context, row.id, { closed: true })
    return { exitCode: 0, lines: [row.id], json: { eventId: row.id, closed: true } }
  },
}

/** Marks an event as open: more photos will be added. */
export const reopenEventCommand: Command = {
  name: 'event reopen',
  summary: 'Say that more photos of an event are to come',
  operands: [],
  options: { event: eventOption },
  details: ['It stays open until `event close`.'],
  run: async (_dependencies, context, args) => {
    const row = await resolveEvent(context, args.required('event'))
    await setEventSwitches(context, row.id, { closed: false })
    return { exitCode: 0, lines: [row.id], json: { eventId: row.id, closed: false } }
  },
}
