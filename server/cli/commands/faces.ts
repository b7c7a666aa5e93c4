import { setEventSwitches } from '../../features/events/index.ts'
import { deletePersonData } from '../../features/photos/index.ts'
import { eraseFaces, scheduleEmbedding } from '../../features/recognition/index.ts'
import { countNoun } from '../../platform/count-noun.ts'
import type { Command } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { resolveEvent } from './resolve-event.ts'

const eventOption = { value: 'EVENT', required: true, help: 'id, external id or title as in an address' }

/** Disables face recognition for an event. Existing face data is retained. */
export const switchFacesOffCommand: Command = {
  name: 'faces off',
  summary: 'Measure no more faces in an event, and end its search by selfie',
  operands: [],
  options: { event: eventOption },
  details: [
    'What was measured before stays in the database, unused: `faces erase` deletes it.',
    '`event create --no-faces` makes an event in which no face is ever measured.',
    'For all events of a tenant: `"faceSearch": false` in its settings.',
  ],
  run: async (_dependencies, context, args) => {
    const row = await resolveEvent(context, args.required('event'))
    await setEventSwitches(context, row.id, { faceSearch: false })
    return { exitCode: 0, lines: [row.id], json: { eventId: row.id, faceSearch: false } }
  },
}

/** Enables face recognition again for photos ingested from now on. */
export const switchFacesOnCommand: Command = {
  name: 'faces on',
  summary: 'Measure faces in photos of an event that are taken in from now on, and search them by selfie',
  operands: [],
  options: { event: eventOption },
  details: ['Photos that were taken in while it was off have no faces. It is refused after `faces erase`.'],
  run: async (_dependencies, context, args) => {
    const row = await resolveEvent(context, args.required('event'))
    if (row.facesErasedOn !== null)
      throw new CommandFailure('The faces of this event were erased, which is final')
    if (context.tenant.faceSearch === false)
      throw new CommandFailure(`The settings of ${context.tenant.name} have "faceSearch": false`)
    await setEventSwitches(context, row.id, { faceSearch: true })
    // another face model may have been chosen meanwhile
    await scheduleEmbedding(context)
    return { exitCode: 0, lines: [row.id], json: { eventId: row.id, faceSearch: true } }
  },
}

/** Deletes face data of an event and ends its search by face. */
export const eraseFacesCommand: Command = {
  name: 'faces erase',
  summary: 'Delete all that was measured of faces in an event, and end its search by selfie',
  operands: [],
  options: { event: eventOption },
  details: [
    'Photos, start numbers, names and orders stay: who was found by number or name still is.',
    'It cannot be undone: photos of the event that are taken in later are not measured either.',
    'Backups keep their content; see docs/operations.md, “Faces”.',
  ],
  run: async (_dependencies, context, args) => {
    const row = await resolveEvent(context, args.required('event'))
    const { faces, selfies } = await eraseFaces(context, row.id, deletePersonData)
    return {
      exitCode: 0,
      lines: [`Deleted: ${countNoun(faces, 'face')} in photos, ${countNoun(selfies, 'selfie')}`, row.id],
      json: { eventId: row.id, faces, selfies },
    }
  },
}
