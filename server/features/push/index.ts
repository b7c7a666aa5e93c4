import type * as z from 'zod/mini'
import {
  cancelPhotoAlert,
  getPushKey,
  renewSubscription,
  setPhotoAlert,
  stopPhotoAlerts,
  subscribe,
  unsubscribe,
  type WebPushSubscription,
} from '../../../contract/push.ts'
import type { Context } from '../../platform/context.ts'
import { readDeviceHash } from '../../platform/http/device-hash.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { type PhotoFinder, type SearchClaims, verifySearchToken } from '../competitors/index.ts'
import { findEvent } from '../events/index.ts'
import type { Authenticator, Caller } from '../identity/index.ts'
import { authorizeOrder } from '../orders/index.ts'
import { deleteAlert, deleteAlertsOfEmail, findAlert } from './alert-store.ts'
import { purgeAndReschedule, purgeJob, receiveAlert } from './alerts.ts'
import { countTopicPhotos, eventJob, notifyEvent, sendJob } from './notify.ts'
import type { PushGateway } from './ports.ts'
import { sendMessage } from './send.ts'
import * as store from './store.ts'
import { areBrowserKeys, deriveVapidKeys } from './vapid.ts'

export { type AlertRow, findAlert, listTenantsOfAlerts } from './alert-store.ts'
export { purgeAlerts } from './alerts.ts'
export {
  buildAlertPath,
  computeLetterKey,
  isAlertMailed,
  markAlertMailed,
  notifyGift,
  notifyMoreFiles,
  notifyOrder,
  schedulePhotoNotification,
} from './notify.ts'

const subscriptionLimit = { limit: { perDevice: 30, perAddress: 600, windowInMs: 60_000 } }

type Topic = Pick<store.TopicRow, 'kind' | 'target' | 'subject' | 'announcedCount'>

/** Creates the feature for push notifications of browsers (Web Push). */
export function createPushFeature(
  services: Services,
  ports: { gateway: PushGateway; finder: PhotoFinder; callers: Authenticator },
): Feature {
  const keys = deriveVapidKeys(services.config.secrets.push)
  const { gateway, finder, callers } = ports
  const access = { config: services.config, callers }

  const resolveTopic = async (
    context: Context,
    requested: { orderId: string } | { eventId: string },
    claims: SearchClaims | undefined,
    input: Caller,
  ): Promise<Topic> => {
    if ('orderId' in requested) {
      await authorizeOrder(context, access, input, requested.orderId)
      return { kind: 'order', target: requested.orderId, subject: null, announcedCount: 0 }
    }
    const event = await findEvent(context, requested.eventId)
    if (event?.state !== 'Published') throw new Failure('EventNotFound')
    if (claims && (claims.eventId !== event.id || claims.subject.kind === 'share'))
      throw new Failure('TokenScope')
    const subject = claims && claims.subject.kind !== 'event' ? claims.subject : null
    const announcedCount = await countTopicPhotos(context, finder, event.id, subject)
    return { kind: 'event', target: event.id, subject, announcedCount }
  }

  const toBrowserSubscription = ({ endpoint, keys: browserKeys }: z.infer<typeof WebPushSubscription>) => {
    if (!gateway.isPushService(endpoint) || !areBrowserKeys(browserKeys))
      throw new Failure('SubscriptionInvalid')
    return { endpoint, ...browserKeys }
  }

  return {
    jobs: {
      [sendJob]: (context, payload) => sendMessage(context, { gateway, keys }, payload),
      [eventJob]: (context, payload) => notifyEvent(context, finder, payload),
      [purgeJob]: purgeAndReschedule,
    },
    routes: (app) => {
      registerCall(app, getPushKey, async () => ({ publicKey: keys.publicKey }))
      registerCall(
        app,
        subscribe,
        async (context, input) => {
          const { body, bearer } = input
          const browserSubscription = toBrowserSubscription(body.subscription)
          const isAboutPhotos = body.topics.some((topic) => 'eventId' in topic)
          const claims =
            bearer === undefined || !isAboutPhotos
              ? undefined
              : await verifySearchToken(context, services, bearer)
          const topics: Topic[] = []
          for (const topic of body.topics) topics.push(await resolveTopic(context, topic, claims, input))
          const subscriptionId = await store.upsertSubscription(
            context,
            browserSubscription,
            topics,
            readDeviceHash(input.request),
          )
          return { subscriptionId }
        },
        subscriptionLimit,
      )
      registerCall(
        app,
        renewSubscription,
        async (context, { body }) => {
          const next = toBrowserSubscription(body.subscription)
          const subscriptionId = await store.renewSubscription(context, body.former, next)
          if (subscriptionId === undefined) throw new Failure('NotFound')
          return { subscriptionId }
        },
        subscriptionLimit,
      )
      registerCall(app, unsubscribe, async (context, { params }) => {
        if (!(await store.removeSubscription(context, params.subscriptionId))) throw new Failure('NotFound')
        return undefined
      })
      registerCall(
        app,
        setPhotoAlert,
        async (context, { params, body: { subscription, ...input } }) => {
          const browser = subscription && toBrowserSubscription(subscription)
          await receiveAlert(context, params.alertId, input, browser)
          return undefined
        },
        subscriptionLimit,
      )
      registerCall(app, cancelPhotoAlert, async (context, { params }) => {
        if (!(await deleteAlert(context, params.alertId))) throw new Failure('NotFound')
        return undefined
      })
      registerCall(app, stopPhotoAlerts, async (context, { params }) => {
        const alert = await findAlert(context, params.alertId)
        if (alert?.email == null) throw new Failure('NotFound')
        await deleteAlertsOfEmail(context, alert.email)
        return undefined
      })
    },
  }
}
