import * as z from 'zod/mini'
import { defineAction } from '../../../src/lib/outbox/define-action.ts'
import { registerActions } from '../../../src/lib/outbox/register-actions.ts'
import type { EntryOf, SenderContext } from '../../../src/lib/outbox/types.ts'

/** The body of the test actions. */
const Note = z.object({ name: z.string() })
export type NoteEntry = EntryOf<string, z.infer<typeof Note>>
export type SendNote = (entry: NoteEntry, context: SenderContext) => Promise<unknown>

/** Registers actions of tests: a note, and a picture that only the database may store. */
export const registerTestActions = (send: SendNote) =>
  registerActions([
    defineAction({ kind: 'note', schema: Note, label: 'app.home', send }),
    defineAction({ kind: 'picture', schema: Note, label: 'app.home', needsStorage: true, send }),
  ])
