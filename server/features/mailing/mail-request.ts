import * as z from 'zod/mini'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { getDocumentPalette } from '../../platform/document-palette.ts'
import { resolveLocalText } from '../../platform/local-text.ts'
import { findEvent } from '../events/index.ts'
import { buildRequestLetterContent, findRequest, type RequestRow } from '../requests/index.ts'
import { createRequestLetter } from './letter.ts'
import { mailOnce } from './mail-buyer.ts'
import type { Mailer } from './ports.ts'
import { toSender } from './sender.ts'

const Task = z.object({ requestId: z.string() })

/** Mails the tenant a request that was sent by a form. Runs as a job. */
export async function mailRequest(context: Context, mailer: Mailer, payload: unknown): Promise<void> {
  const { requestId } = z.parse(Task, payload)
  const request = await findRequest(context, requestId)
  if (!request) throw new Error('A letter for a request that is not there')
  const { settings } = context.tenant
  const { to, replyTo, ...contentFields } = buildRequestLetterContent(
    context,
    await addEventTitle(context, request),
  )
  const letter = createRequestLetter({
    ...contentFields,
    language: settings.lang,
    tenantName: getTenantNames(settings, settings.lang).tenantName,
    palette: getDocumentPalette(context),
  })
  const tenant = toSender(context, settings.lang)
  await mailOnce(context, mailer, {
    id: `request-${requestId}`,
    tenant,
    to,
    ...(replyTo && { replyTo }),
    ...letter,
  })
}

/** Replaces the event id of a request with the title and address of the event. */
async function addEventTitle(context: Context, request: RequestRow): Promise<RequestRow> {
  const { eventId } = request.fields
  const event = eventId === undefined ? undefined : await findEvent(context, eventId)
  if (!event) return request
  const title = resolveLocalText(event.title, context.tenant.settings.lang)
  const fields = { ...request.fields, eventId: `${title}, ${context.letterOrigin}/event/${event.id}` }
  return { ...request, fields }
}
