import { normalizeFields, type RequestKind, validateFields } from '../../../contract/requests.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { sha256 } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { translateFault } from './messages.ts'
import { findRecentRequestTimes, findRequestByKey, insertRequest, lockWriters } from './store.ts'

const hourInMs = 60 * 60_000
/** Limits a writer more strictly than an address, because a whole finish area may share one. */
const maxPerHour = { writer: 5, address: 60 } as const

export interface ReceivedForm {
  readonly kind: RequestKind
  readonly fields: Readonly<Record<string, string>>
  /** Idempotency-Key: requests with the same key are stored once. */
  readonly key: string | undefined
  /** Key of the caller's network, see `toClientKey`. */
  readonly client: string
}

/**
 * Stores a form and enqueues its letter to the tenant, atomically.
 *
 * @returns the request's id
 * @throws Failure RequestInvalid with the invalid fields, TooManyRequests with the time to wait
 */
export async function receiveRequest(context: Context, form: ReceivedForm): Promise<string> {
  const { kind, key = null } = form
  const fields = normalizeFields(kind, form.fields)
  const faults = validateFields(kind, fields)
  if (faults.length > 0) {
    const { language } = context
    const fieldErrors = faults.map(({ field, code }) => ({
      field,
      code,
      message: translateFault({ field, code }, language),
    }))
    throw new Failure('RequestInvalid', { fields: fieldErrors })
  }
  const writer = sha256((fields.email ?? fields.phone ?? '').toLowerCase())
  const address = sha256(form.client)
  return inTransaction(context, async (transaction) => {
    const existingId = key === null ? undefined : await findRequestByKey(transaction, key)
    if (existingId !== undefined) return existingId
    await lockWriters(transaction, [writer, address])
    await enforceLimit(transaction, 'writer', writer)
    await enforceLimit(transaction, 'address', address)
    const id = await insertRequest(transaction, { kind, fields, key, writer, address })
    if (id !== undefined) {
      await enqueue(transaction, { kind: 'mailing.request', key: id, payload: { requestId: id } })
      return id
    }
    // A concurrent call with the same key was stored first.
    const concurrentId = key === null ? undefined : await findRequestByKey(transaction, key)
    if (concurrentId === undefined) throw new Error('A request was neither kept nor known')
    return concurrentId
  })
}

async function enforceLimit(context: Context, scope: keyof typeof maxPerHour, hash: string): Promise<void> {
  const max = maxPerHour[scope]
  const after = new Date(context.now.getTime() - hourInMs)
  const recent = await findRecentRequestTimes(context, scope, hash, after, max)
  const oldest = recent[max - 1]
  if (!oldest) return
  const waitInMs = oldest.getTime() + hourInMs - context.now.getTime()
  throw new Failure('TooManyRequests', { retryAfterInSeconds: Math.max(1, Math.ceil(waitInMs / 1000)) })
}
