import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useState } from 'react'
import {
  type FieldFault,
  type RequestKind,
  requestForms,
  tidyFields,
  validateFields,
} from '../../../contract/requests.ts'
import { type AnyEntry, outbox } from '../../lib/outbox/index.ts'
import { randomId } from '../../lib/random-id.ts'
import { reportError } from '../../platform/errors/index.ts'
import { useOutbox } from '../../platform/outbox/index.ts'
import { device } from '../../platform/storage/index.ts'
import { noteDraft, persistedDraft, restoreDraft } from './draft.ts'

/**
 * Describes the stage of a form. `waiting`: queued in the outbox; `refused`: rejected by the service; `sent`: accepted
 * by the service.
 */
export type Stage = 'open' | 'waiting' | 'refused' | 'sent'

export interface RequestFormState {
  kind: RequestKind
  stage: Stage
  values: Readonly<Record<string, string>>
  faults: Readonly<Record<string, FieldFault>>
  /** Undefined for a moment after the page was opened, until the outbox is read. */
  entry: AnyEntry | undefined
  change: (name: string, value: string) => void
  /** Validates a field when it loses focus. */
  leave: (name: string) => void
  submit: () => void
  sendNow: () => void
  /** Removes it from the outbox, to be edited. */
  takeBack: () => void
  /** Shows an empty form after it was sent. */
  startAnew: () => void
}

type Faults = Record<string, FieldFault>

/** Returns the state of a form, its draft and its outbox entry. @param form element with the fields */
export function useRequestForm(kind: RequestKind, form: RefObject<HTMLFormElement | null>): RequestFormState {
  const draft = useAtomValue(persistedDraft(kind).atom)
  const { entries } = useOutbox()
  const [faults, setFaults] = useState<Faults>({})
  const { sentAs } = draft
  const entry = sentAs === undefined ? undefined : entries.find(({ id }) => id === sentAs)
  const isParked = entry?.parked !== undefined
  const [isSent, setSent] = useFollowing(kind, sentAs, isParked)
  const [prefilled] = useState(() => prefill(kind))
  const values = { ...prefilled, ...draft.fields }

  useEffect(() => void restoreDraft(kind).catch(reportError), [kind])

  const focusOn = (name: string | undefined) => {
    const field = name === undefined ? null : form.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
  }
  const submit = () => {
    const fields = tidyFields(kind, values)
    const found = validateFields(kind, fields)
    setFaults(Object.fromEntries(found.map(({ field, code }) => [field, code])))
    if (found.length > 0) focusOn(found[0]?.field)
    else void put(kind, fields, sentAs).catch(reportError)
  }
  return {
    kind,
    stage: isSent ? 'sent' : sentAs === undefined ? 'open' : isParked ? 'refused' : 'waiting',
    values,
    faults,
    entry,
    submit,
    change: (name, value) => {
      setFaults(({ [name]: _gone, ...others }) => others)
      noteDraft(kind, { fields: { ...values, [name]: value } })
    },
    leave: (name) => {
      if (!values[name]?.trim()) return
      const found = validateFields(kind, tidyFields(kind, values)).find(({ field }) => field === name)
      if (found) setFaults((before) => ({ ...before, [name]: found.code }))
    },
    sendNow: () => {
      if (sentAs !== undefined) void outbox.retry(sentAs).catch(reportError)
    },
    takeBack: () => {
      noteDraft(kind, { sentAs: undefined })
      if (sentAs !== undefined) void outbox.drop(sentAs).catch(reportError)
    },
    startAnew: () => setSent(false),
  }
}

/** Prefills the e-mail of the last purchase; it can be changed. */
function prefill(kind: RequestKind): Record<string, string> {
  const email = Object.hasOwn(requestForms[kind], 'email') ? device.email.read() : null
  return email === null ? {} : { email }
}

/** Forms being queued: until they are in the outbox, it would report them as deleted. */
const entering = new Map<string, Promise<unknown>>()

/** Queues the form under a new idempotency key, and removes a refused entry. */
async function put(
  kind: RequestKind,
  fields: Record<string, string>,
  refusedAs: string | undefined,
): Promise<void> {
  const id = randomId()
  const { promise, resolve } = withResolve()
  entering.set(id, promise)
  try {
    // stored first: if a later step fails, the draft is there and this id leads to its status
    noteDraft(kind, { fields, sentAs: id })
    if (refusedAs !== undefined) await outbox.drop(refusedAs)
    await outbox.put('request', `request:${id}`, { kind, fields }, { id })
  } finally {
    entering.delete(id)
    resolve()
  }
}

function withResolve(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

/**
 * Returns whether the form has reached the service. Deletes the draft then, and makes it editable again when the entry was
 * deleted.
 */
function useFollowing(
  kind: RequestKind,
  sentAs: string | undefined,
  isParked: boolean,
): [isSent: boolean, setSent: (isSent: boolean) => void] {
  const [isSent, setSent] = useState(false)
  useEffect(() => {
    if (sentAs === undefined || isParked) return undefined
    const leaving = new AbortController()
    const follow = async () => {
      await entering.get(sentAs)
      const { type } = await outbox.waitForOutcome(sentAs, leaving.signal)
      if (persistedDraft(kind).read().sentAs !== sentAs) return
      if (type === 'done') {
        setSent(true)
        noteDraft(kind, undefined)
      } else if (type === 'dropped') noteDraft(kind, { sentAs: undefined })
    }
    follow().catch(reportError)
    return () => leaving.abort()
  }, [kind, sentAs, isParked])
  return [isSent, setSent]
}
