import * as z from 'zod/mini'
import { type RequestKind, requestKinds } from '../../../contract/requests.ts'
import { kvStore } from '../../lib/memory/index.ts'
import { type Persisted, persisted } from '../../platform/storage/index.ts'

const Draft = z.object({
  fields: z.record(z.string(), z.string()),
  /** Identifies the outbox entry that sends the draft; absent while it is being edited. */
  sentAs: z.optional(z.string()),
  /** Version; increases with each change. */
  turn: z.number(),
})
export type Draft = z.infer<typeof Draft>

const emptyDraft: Draft = { fields: {}, turn: 0 }

const toDraftKey = (kind: RequestKind) => `requestDraft.${kind}`

const drafts = new Map<RequestKind, Persisted<Draft>>(
  requestKinds.map((kind) => [
    kind,
    persisted({ key: toDraftKey(kind), schema: Draft, initial: emptyDraft }),
  ]),
)

/** Returns the draft of a form; it is stored until it was sent. */
export function getPersistedDraft(kind: RequestKind): Persisted<Draft> {
  const draft = drafts.get(kind)
  if (!draft) throw new Error(`There is no form ${kind}`)
  return draft
}

/** Updates the draft; `undefined` deletes it. */
export function updateDraft(kind: RequestKind, change: Partial<Draft> | undefined): void {
  const draft = getPersistedDraft(kind)
  const before = draft.read()
  const after = change && { ...before, ...change, turn: Math.max(before.turn + 1, Date.now()) }
  if (after) draft.write(after)
  else draft.remove()
  queueDraftCopy(kind, after)
}

// Browsers write localStorage seconds late, so a killed browser loses the newest changes; IndexedDB has them at once.
const draftsToCopy = new Map<RequestKind, Draft | undefined>()
let isCopying = false

function queueDraftCopy(kind: RequestKind, draft: Draft | undefined): void {
  draftsToCopy.set(kind, draft)
  if (!isCopying) void copyDrafts()
}

async function copyDrafts(): Promise<void> {
  isCopying = true
  for (let next = getFirstDraftToCopy(); next; next = getFirstDraftToCopy()) {
    const [kind, draft] = next
    draftsToCopy.delete(kind)
    const written = draft
      ? kvStore.put(toDraftKey(kind), JSON.stringify(draft))
      : kvStore.remove(toDraftKey(kind))
    // a browser without IndexedDB still has the other copy
    await written.catch(() => {})
  }
  isCopying = false
}

const getFirstDraftToCopy = () => draftsToCopy.entries().next().value

/** Restores the draft from IndexedDB where its version is newer. */
export async function restoreDraft(kind: RequestKind): Promise<void> {
  const text = await kvStore.get(toDraftKey(kind))
  if (text === undefined) return
  const copy = Draft.safeParse(JSON.parse(text))
  if (copy.success && copy.data.turn > getPersistedDraft(kind).read().turn)
    getPersistedDraft(kind).write(copy.data)
}
