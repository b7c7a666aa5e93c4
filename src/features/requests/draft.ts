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

const nothing: Draft = { fields: {}, turn: 0 }

const toDraftKey = (kind: RequestKind) => `requestDraft.${kind}`

const drafts = new Map<RequestKind, Persisted<Draft>>(
  requestKinds.map((kind) => [kind, persisted({ key: toDraftKey(kind), schema: Draft, initial: nothing })]),
)

/** Returns the draft of a form; it is stored until it was sent. */
export function persistedDraft(kind: RequestKind): Persisted<Draft> {
  const draft = drafts.get(kind)
  if (!draft) throw new Error(`There is no form ${kind}`)
  return draft
}

/** Updates the draft; `undefined` deletes it. */
export function noteDraft(kind: RequestKind, change: Partial<Draft> | undefined): void {
  const draft = persistedDraft(kind)
  const before = draft.read()
  const after = change && { ...before, ...change, turn: Math.max(before.turn + 1, Date.now()) }
  if (after) draft.write(after)
  else draft.remove()
  keepCopy(kind, after)
}

// Browsers write localStorage seconds late, so a killed browser loses the newest changes; IndexedDB has them at once.
const toCopy = new Map<RequestKind, Draft | undefined>()
let isCopying = false

function keepCopy(kind: RequestKind, draft: Draft | undefined): void {
  toCopy.set(kind, draft)
  if (!isCopying) void copyAll()
}

async function copyAll(): Promise<void> {
  isCopying = true
  for (let next = firstToCopy(); next; next = firstToCopy()) {
    const [kind, draft] = next
    toCopy.delete(kind)
    const done = draft
      ? kvStore.put(toDraftKey(kind), JSON.stringify(draft))
      : kvStore.remove(toDraftKey(kind))
    // a browser without IndexedDB still has the other copy
    await done.catch(() => {})
  }
  isCopying = false
}

const firstToCopy = () => toCopy.entries().next().value

/** Restores the draft from IndexedDB where its version is newer. */
export async function restoreDraft(kind: RequestKind): Promise<void> {
  const text = await kvStore.get(toDraftKey(kind))
  if (text === undefined) return
  const copy = Draft.safeParse(JSON.parse(text))
  if (copy.success && copy.data.turn > persistedDraft(kind).read().turn) persistedDraft(kind).write(copy.data)
}
