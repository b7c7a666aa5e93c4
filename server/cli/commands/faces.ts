import { setEventSwitches } from '../../features/events/index.ts'
import { forgetPerson } from '../../features/photos/index.ts'
import { eraseFaces } from '../../features/recognition/index.ts'
import { inTransaction } from '../../platform/context.ts'
import type { Command } from '../command.ts'
import { eventOf } from './find-event.ts'

/** The end of the search by face. */
export const eraseFacesCommand: Command = {
  name: 'faces erase',
  summary: 'Delete all that was measured of faces in an event, and end its search by selfie',
  operands: [],
  options: {
    event: { value: 'EVENT', required: true, help: 'id, external id or title as in an address' },
  },
  details: [
    'Photos, start numbers, names and orders stay: who was found by number or name still is.',
    'It cannot be undone: only taking the photos in anew would measure their faces again.',
    'Backups hold what they held; see docs/operations.md, “Faces”.',
  ],
  run: async (_world, context, args) => {
    const row = await eventOf(context, args.required('event'))
    const { faces, selfies } = await inTransaction(context, async (inside) => {
      await setEventSwitches(inside, row.id, { faceSearch: false })
      return eraseFaces(inside, row.id, forgetPerson)
    })
    return {
      exitCode: 0,
      lines: [`${faces} faces in photos and ${selfies} selfies are deleted`, row.id],
      json: { eventId: row.id, faces, selfies },
    }
  },
}
