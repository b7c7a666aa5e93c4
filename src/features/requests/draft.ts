import * as z from 'zod/mini'
import { type RequestKind, requestKinds } from '../../../contract/requests.ts'
import { facts } from '../../lib/memory/index.ts'
import { type Stored, stored } from '../../platform/storage/index.ts'

const Draft = z.object({
  fields: z.record(z.string(), z.string()),
  /** The entry of the outbox that carries it; absent while it is being written. */
  sentAs: z.optional(z.string()),
  /** Grows with each change. */
  turn: z.number(),
})
export type Draft = z.infer<typeof Draft>

const nothing: Draft = { fields: {}, turn: 0 }

const keyOf = (kind: RequestKind) => `requestDraft.${kind}`

const drafts = new Map<RequestKind, Stored<Draft>>(
  requestKinds.map((kind) => [kind, stored({ key: keyOf(kind), schema: Draft, initial: nothing })]),
)

/** What was filled in and has not arrived; stays until it has. */
export function draftOf(kind: RequestKind): Stored<Draft> {
  const draft = drafts.get(kind)
  if (!draft) throw new Error(`There is no form ${kind}`)
  return draft
}

/** Keeps a change of the draft; `undefined` forgets the whole. */
export function noteDraft(kind: RequestKind, change: Partial<Draft> | undefined): void {
  const draft = draftOf(kind)
  const before = draft.read()
  const after = change && { ...before, ...change, turn: Math.max(before.turn + 1, Date.now()) }
  if (after) draft.write(after)
  else draft.remove()
  keepCopy(kind, after)
}

// Browsers write localStorage seconds late, so one that is killed loses the newest words; the database has them at once.
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
    const done = draft ? facts.put(keyOf(kind), JSON.stringify(draft)) : facts.remove(keyOf(kind))
    // a browser that refuses its database still has the other copy
    await done.catch(() => {})
  }
  isCopying = false
}

const firstToCopy = () => toCopy.entries().next().value

/** Takes the copy where it knows more. */
export async function restoreDraft(kind: RequestKind): Promise<void> {
  const text = await facts.get(keyOf(kind))
  if (text === undefined) return
  const copy = Draft.safeParse(JSON.parse(text))
  if (copy.success && copy.data.turn > draftOf(kind).read().turn) draftOf(kind).write(copy.data)
}
