import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useState } from 'react'
import {
  type FieldFault,
  normalizeFields,
  type RequestKind,
  requestForms,
  validateFields,
} from '../../../contract/requests.ts'
import { type AnyEntry, outbox } from '../../lib/outbox/index.ts'
import { randomId } from '../../lib/random-id.ts'
import { reportError } from '../../platform/errors/index.ts'
import { useOutbox } from '../../platform/outbox/index.ts'
import { device } from '../../platform/storage/index.ts'
import { getPersistedDraft, restoreDraft, updateDraft } from './draft.ts'

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
  validateField: (name: string) => void
  submit: () => void
  sendNow: () => void
  /** Removes it from the outbox, to be edited. */
  withdrawToEdit: () => void
  /** Shows an empty form after it was sent. */
  startAgain: () => void
}

type Faults = Record<string, FieldFault>

/** Returns the state of a form, its draft and its outbox entry. @param form element with the fields */
export function useRequestForm(kind: RequestKind, form: RefObject<HTMLFormElement | null>): RequestFormState {
  const draft = useAtomValue(getPersistedDraft(kind).atom)
  const { entries } = useOutbox()
  const [faults, setFaults] = useState<Faults>({})
  const { sentAs } = draft
  const entry = sentAs === undefined ? undefined : entries.find(({ id }) => id === sentAs)
  const isParked = entry?.parked !== undefined
  const [isSent, setSent] = useSendingOutcome(kind, sentAs, isParked)
  const [prefilled] = useState(() => getPrefilledFields(kind))
  const values = { ...prefilled, ...draft.fields }

  useEffect(() => void restoreDraft(kind).catch(reportError), [kind])

  const focusField = (name: string | undefined) => {
    const field = name === undefined ? null : form.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
  }
  const submit = () => {
    const fields = normalizeFields(kind, values)
    const found = validateFields(kind, fields)
    setFaults(Object.fromEntries(found.map(({ field, code }) => [field, code])))
    if (found.length > 0) focusField(found[0]?.field)
    else void enqueueForm(kind, fields, sentAs).catch(reportError)
  }
  return {
    kind,
    stage: isSent ? 'sent' : sentAs === undefined ? 'open' : isParked ? 'refused' : 'waiting',
    values,
    faults,
    entry,
    submit,
    change: (name, value) => {
      setFaults(({ [name]: _removed, ...others }) => others)
      updateDraft(kind, { fields: { ...values, [name]: value } })
    },
    validateField: (name) => {
      if (!values[name]?.trim()) return
      const found = validateFields(kind, normalizeFields(kind, values)).find(({ field }) => field === name)
      if (found) setFaults((before) => ({ ...before, [name]: found.code }))
    },
    sendNow: () => {
      if (sentAs !== undefined) void outbox.retry(sentAs).catch(reportError)
    },
    withdrawToEdit: () => {
      updateDraft(kind, { sentAs: undefined })
      if (sentAs !== undefined) void outbox.drop(sentAs).catch(reportError)
    },
    startAgain: () => setSent(false),
  }
}

/** Prefills the e-mail of the last purchase; it can be changed. */
function getPrefilledFields(kind: RequestKind): Record<string, string> {
  const email = Object.hasOwn(requestForms[kind], 'email') ? device.email.read() : null
  return email === null ? {} : { email }
}

/** Forms being queued: until they are in the outbox, it would report them as deleted. */
const pendingPuts = new Map<string, Promise<unknown>>()

/** Queues the form under a new idempotency key, and removes a refused entry. */
async function enqueueForm(
  kind: RequestKind,
  fields: Record<string, string>,
  refusedEntryId: string | undefined,
): Promise<void> {
  const id = randomId()
  const { promise, resolve } = createDeferred()
  pendingPuts.set(id, promise)
  try {
    // stored first: if a later step fails, the draft is there and this id leads to its status
    updateDraft(kind, { fields, sentAs: id })
    if (refusedEntryId !== undefined) await outbox.drop(refusedEntryId)
    await outbox.put('request', `request:${id}`, { kind, fields }, { id })
  } finally {
    pendingPuts.delete(id)
    resolve()
  }
}

function createDeferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

/**
 * Returns whether the form has reached the service. Deletes the draft then, and makes it editable again when the entry was
 * deleted.
 */
function useSendingOutcome(
  kind: RequestKind,
  sentAs: string | undefined,
  isParked: boolean,
): [isSent: boolean, setSent: (isSent: boolean) => void] {
  const [isSent, setSent] = useState(false)
  useEffect(() => {
    if (sentAs === undefined || isParked) return undefined
    const abortController = new AbortController()
    const updateOnOutcome = async () => {
      await pendingPuts.get(sentAs)
      const { type } = await outbox.waitForOutcome(sentAs, abortController.signal)
      if (getPersistedDraft(kind).read().sentAs !== sentAs) return
      if (type === 'done') {
        setSent(true)
        updateDraft(kind, undefined)
      } else if (type === 'dropped') updateDraft(kind, { sentAs: undefined })
    }
    updateOnOutcome().catch(reportError)
    return () => abortController.abort()
  }, [kind, sentAs, isParked])
  return [isSent, setSent]
}
