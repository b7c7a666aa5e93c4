import * as z from 'zod/mini'
import { namesIn } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { documentPalette } from '../../platform/document-palette.ts'
import { localText } from '../../platform/local-text.ts'
import { findEvent } from '../events/index.ts'
import { findAlert, pathOfAlert } from '../push/index.ts'
import { alertLetter } from './letter.ts'
import { mailOnce } from './mail-buyer.ts'
import type { Mailer } from './ports.ts'
import { type ReadyPorts, writeReady } from './ready.ts'
import { toSender } from './sender.ts'

interface AlertPorts extends ReadyPorts {
  readonly mailer: Mailer
}

const Task = z.object({ alertId: z.string() })

/**
 * Mails a photo alert: for a number with its photos and their price, for an event with a link. Runs as a job. An alert that was
 * canceled since it was enqueued is not mailed.
 */
export async function mailAlert(context: Context, ports: AlertPorts, payload: unknown): Promise<void> {
  const { alertId } = z.parse(Task, payload)
  const alert = await findAlert(context, alertId)
  const event = alert && (await findEvent(context, alert.eventId))
  if (!event || alert.email === null || alert.sentOn === null) return
  const { language, origin, number, email: to } = alert
  const { settings } = context.tenant
  const unsubscribeUrl = `${origin}/unsubscribe/${alertId}`
  const photosUrl = `${origin}${pathOfAlert(alert)}`
  const input = { event, askedOn: alert.createdOn, photosUrl, unsubscribeUrl }
  const ready =
    number === null ? undefined : await writeReady({ ...context, language }, ports, { ...input, number })
  const letter =
    ready ??
    alertLetter({
      ...{ language, number, unsubscribeUrl, photosUrl },
      tenantName: namesIn(settings, language).tenantName,
      supportEmail: settings.supportEmail,
      coat: documentPalette(context),
      event: localText(event.title, language),
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
}
