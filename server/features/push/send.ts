import webPush from 'web-push'
import * as z from 'zod/mini'
import { PushMessage } from '../../../contract/push.ts'
import type { Context } from '../../platform/context.ts'
import type { PushGateway } from './ports.ts'
import { findSubscription, removeSubscription } from './store.ts'
import type { VapidKeys } from './vapid.ts'

const lifetimeInSeconds = 24 * 3600

const Task = z.object({ subscriptionId: z.string(), message: PushMessage, since: z.iso.datetime() })

/**
 * Encrypts a message for one browser (RFC 8291) and posts it to its push service. Runs as a job. A subscription that is gone is
 * deleted; failures of the service are retried for a day.
 *
 * @returns now, to run again, when the browser has renewed a subscription whose former endpoint is gone
 * @throws when the service did not accept it, so that the job is retried
 */
export async function sendMessage(
  context: Context,
  parts: { gateway: PushGateway; keys: VapidKeys },
  payload: unknown,
): Promise<Date | undefined> {
  const { subscriptionId, message, since } = z.parse(Task, payload)
  const subscription = await findSubscription(context, subscriptionId)
  if (!subscription || context.now.getTime() - Date.parse(since) > lifetimeInSeconds * 1000) return undefined
  const { endpoint, p256dh, auth } = subscription
  const { supportEmail } = context.tenant.settings
  const encrypted = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: `mailto:${supportEmail}`, ...parts.keys },
      TTL: lifetimeInSeconds,
      urgency: 'normal',
    },
  )
  const headers = Object.fromEntries(
    // The HTTP client sets the length.
    Object.entries(encrypted.headers).flatMap(([name, value]) =>
      name.toLowerCase() === 'content-length' ? [] : [[name, String(value)]],
    ),
  )
  const status = await parts.gateway.post({ endpoint, headers, body: encrypted.body })
  if (status === 404 || status === 410) {
    const isRemoved = await removeSubscription(context, subscriptionId, endpoint)
    return !isRemoved && (await findSubscription(context, subscriptionId)) ? context.now : undefined
  }
  // A permanent failure: retries are useless.
  if (status >= 400 && status < 500 && status !== 408 && status !== 429)
    context.log.warn({ status, host: new URL(endpoint).host }, 'a push service refused a message')
  else if (status >= 300) throw new Error(`The push service answered ${status}`)
  return undefined
}
