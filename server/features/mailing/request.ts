import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { findRequest, requestLetter } from '../requests/index.ts'
import type { Mailer } from './ports.ts'
import { senderOf } from './sender.ts'

const Task = z.object({ requestId: z.string() })

/** A job: tells the tenant what somebody has asked by a form. */
export async function mailRequest(context: Context, mailer: Mailer, payload: unknown): Promise<void> {
  const { requestId } = z.parse(Task, payload)
  const request = await findRequest(context, requestId)
  if (!request) throw new Error('A letter for a request that is not there')
  const tenant = senderOf(context, context.tenant.settings.lang)
  await mailer.send({ id: `request-${requestId}`, tenant, ...requestLetter(context, request) })
}
