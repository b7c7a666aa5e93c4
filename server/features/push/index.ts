import type * as z from 'zod/mini'
import {
  getPushKey,
  type PushSubscriptionKeys,
  renewSubscription,
  subscribe,
  unsubscribe,
} from '../../../contract/push.ts'
import type { Feature, Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { type PhotoFinder, type SearchClaims, verifySearchToken } from '../competitors/index.ts'
import { findEvent } from '../events/index.ts'
import { findOrder } from '../orders/index.ts'
import type { PushGateway } from './ports.ts'
import { sendMessage } from './send.ts'
import * as store from './store.ts'
import { countFor, eventJob, sendJob, tellEvent } from './tell.ts'
import { areBrowserKeys, vapidKeysOf } from './vapid.ts'

export { tellOfOrder, tellOfPhotos } from './tell.ts'

const asksOfACaller = { rateLimit: { max: 30, timeWindowInMs: 60_000 } }

type Topic = Pick<store.TopicRow, 'kind' | 'target' | 'subject' | 'told'>

/** Tells browsers of what they asked to be told of (Web Push). */
export function createPushFeature(
  ground: Ground,
  ports: { gateway: PushGateway; finder: PhotoFinder },
): Feature {
  const keys = vapidKeysOf(ground.config.secrets.push)
  const { gateway, finder } = ports

  const topicOf = async (
    context: Context,
    wish: { orderId: string } | { eventId: string },
    claims: SearchClaims | undefined,
  ): Promise<Topic> => {
    if ('orderId' in wish) {
      if (!(await findOrder(context, wish.orderId))) throw new Failure('OrderNotFound')
      return { kind: 'order', target: wish.orderId, subject: null, told: 0 }
    }
    const event = await findEvent(context, wish.eventId)
    if (event?.state !== 'Published') throw new Failure('EventNotFound')
    if (claims && claims.eventId !== event.id) throw new Failure('TokenScope')
    const subject = claims && claims.subject.kind !== 'event' ? claims.subject : null
    const told = await countFor(context, finder, event.id, subject)
    return { kind: 'event', target: event.id, subject, told }
  }

  const browserOf = ({ endpoint, keys: browser }: z.infer<typeof PushSubscriptionKeys>) => {
    if (!gateway.isPushService(endpoint) || !areBrowserKeys(browser)) throw new Failure('SubscriptionInvalid')
    return { endpoint, ...browser }
  }

  return {
    jobs: {
      [sendJob]: (context, payload) => sendMessage(context, { gateway, keys }, payload),
      [eventJob]: (context, payload) => tellEvent(context, finder, payload),
    },
    routes: (app) => {
      handle(app, getPushKey, async () => ({ publicKey: keys.publicKey }))
      handle(
        app,
        subscribe,
        async (context, { body, bearer }) => {
          const browser = browserOf(body.subscription)
          const isAboutPhotos = body.topics.some((topic) => 'eventId' in topic)
          const claims =
            bearer === undefined || !isAboutPhotos
              ? undefined
              : await verifySearchToken(context, ground, bearer)
          const topics: Topic[] = []
          for (const topic of body.topics) topics.push(await topicOf(context, topic, claims))
          const subscriptionId = await store.keepSubscription(context, browser, topics)
          return { subscriptionId }
        },
        asksOfACaller,
      )
      handle(
        app,
        renewSubscription,
        async (context, { body }) => {
          const next = browserOf(body.subscription)
          const subscriptionId = await store.renewSubscription(context, body.former, next)
          if (subscriptionId === undefined) throw new Failure('NotFound')
          return { subscriptionId }
        },
        asksOfACaller,
      )
      handle(app, unsubscribe, async (context, { params }) => {
        if (!(await store.removeSubscription(context, params.subscriptionId))) throw new Failure('NotFound')
        return undefined
      })
    },
  }
}
