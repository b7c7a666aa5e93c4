import * as z from 'zod/mini'
import { errorStatus } from '../../../contract/errors.ts'
import { cancelPhotoAlert, getPushKey, setPhotoAlert } from '../../../contract/push.ts'
import { ApiError, isApiError, request } from '../../lib/api.ts'
import { parseJson } from '../../lib/api-error.ts'
import { type BodiesOf, type DeviceTexts, defineAction } from '../../lib/outbox/define-action.ts'
import {
  getOrCreateSubscription,
  type SubscriptionKeys,
  storeSubscription,
} from '../../lib/push-subscription.ts'

const text = z.string()
const optionalText = z.optional(text)

const AlertReference = z.object({ alertId: text })

/** Lists the queued actions of photo alerts. */
export const alertActions = [
  /**
   * Creates or changes a photo alert. With `push` the sender subscribes this browser, which needs a network. Fails with
   * SubscriptionInvalid when the browser no longer allows notifications, and with NoResponse when its push service cannot be
   * reached. The service may answer EventNotFound, BibInvalid.
   */
  defineAction({
    kind: 'alert.set',
    schema: z.object({
      alertId: text,
      eventId: text,
      number: optionalText,
      email: optionalText,
      push: z.optional(z.boolean()),
    }),
    label: 'call.queued.set',
    send: async ({ body }, { signal }) => {
      const { alertId, push, ...alert } = body
      const subscription = push ? await subscribe(signal) : undefined
      await request(setPhotoAlert, {
        params: { alertId },
        body: { ...alert, ...(subscription && { subscription }) },
        signal,
      })
    },
  }),
  /** Cancels a photo alert. A missing alert counts as canceled. */
  defineAction({
    kind: 'alert.cancel',
    schema: AlertReference,
    label: 'call.queued.cancel',
    listBeforeWipe: async (texts) => listStoredAlerts(texts),
    send: async ({ body: { alertId } }, { signal }) => {
      try {
        await request(cancelPhotoAlert, { params: { alertId }, signal })
      } catch (error) {
        if (!isApiError(error, 'NotFound')) throw error
      }
    },
  }),
]

declare module '../../lib/outbox/types.ts' {
  interface ActionBodies extends BodiesOf<typeof alertActions> {}
}

/** Returns the push subscription; works on the page and in the service worker. */
async function subscribe(signal: AbortSignal): Promise<SubscriptionKeys> {
  const { publicKey } = await request(getPushKey, { signal })
  const { registration } = globalThis as { registration?: ServiceWorkerRegistration }
  try {
    const { pushManager } = registration ?? (await navigator.serviceWorker.ready)
    const subscription = await getOrCreateSubscription(pushManager, publicKey)
    await storeSubscription(subscription, publicKey)
    return subscription
  } catch (cause) {
    const isForbidden = cause instanceof DOMException && cause.name === 'NotAllowedError'
    const code = isForbidden ? 'SubscriptionInvalid' : 'NoResponse'
    throw new ApiError(code, errorStatus[code], { cause })
  }
}

/** Returns the alerts that `alert.ts` has stored, one for each event. */
function listStoredAlerts(texts: DeviceTexts): z.infer<typeof AlertReference>[] {
  return texts.keys().flatMap((key) => {
    if (!/^alert\../.test(key)) return []
    const { data } = AlertReference.safeParse(parseJson(texts.get(key) ?? ''))
    return data ?? []
  })
}
