import * as z from 'zod/mini'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { getDocumentPalette } from '../../platform/document-palette.ts'
import { resolveLocalText } from '../../platform/local-text.ts'
import { findEvent } from '../events/index.ts'
import { buildAlertPath, computeLetterKey, findAlert, isAlertMailed, markAlertMailed } from '../push/index.ts'
import { createAlertLetter } from './letter.ts'
import { mailOnce } from './mail-buyer.ts'
import type { Mailer } from './ports.ts'
import { toSender } from './sender.ts'
import { type ReadyLetterPorts, writeReadyLetter } from './write-ready-letter.ts'

interface AlertPorts extends ReadyLetterPorts {
  readonly mailer: Mailer
}

/** `letterKey`: of the letter that was due when the job was enqueued; absent in jobs of release 1.0.0. */
const Task = z.object({ alertId: z.string(), letterKey: z.optional(z.string()) })

/**
 * Mails a photo alert: for a number with its photos and their price, for an event with a link. Runs as a job. Not mailed are an
 * alert that was canceled or set again since it was enqueued, and a second one of an address about the same photos.
 */
export async function mailAlert(context: Context, ports: AlertPorts, payload: unknown): Promise<void> {
  const { alertId, letterKey } = z.parse(Task, payload)
  const alert = await findAlert(context, alertId)
  const event = alert && (await findEvent(context, alert.eventId))
  if (!event || alert.email === null || alert.sentOn === null) return
  const { language, origin, number, email: to } = alert
  const mailedAlert = { eventId: event.id, number, email: to }
  // An alert that was set again for other photos has another job, which runs after those of the same letter.
  if (letterKey !== undefined && letterKey !== computeLetterKey(mailedAlert)) return
  if (await isAlertMailed(context, mailedAlert)) return
  const { settings } = context.tenant
  const unsubscribeUrl = `${origin}/unsubscribe/${alertId}`
  const photosUrl = `${origin}${buildAlertPath(alert)}`
  const input = { event, askedOn: alert.createdOn, photosUrl, unsubscribeUrl }
  const bibLetter =
    number === null
      ? undefined
      : await writeReadyLetter({ ...context, language }, ports, { ...input, number })
  const letter =
    bibLetter ??
    createAlertLetter({
      ...{ language, number, unsubscribeUrl, photosUrl },
      tenantName: getTenantNames(settings, language).tenantName,
      supportEmail: settings.supportEmail,
      palette: getDocumentPalette(context),
      event: resolveLocalText(event.title, language),
    })
  const tenant = toSender(context, language)
  const id = `alert-${alertId}-${alert.createdOn.getTime()}`
  await mailOnce(context, ports.mailer, {
    id,
    tenant,
    to,
    replyTo: settings.supportEmail,
    unsubscribeUrl,
    ...letter,
  })
  await markAlertMailed(context, mailedAlert)
}
