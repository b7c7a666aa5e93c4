import { errorStatus } from '../../../../contract/errors.ts'
import { cancelPhotoAlert, getPushKey, setPhotoAlert } from '../../../../contract/push.ts'
import { ApiError, isApiError, request } from '../../api.ts'
import { getOrCreateSubscription, type SubscriptionKeys, storeSubscription } from '../../push-subscription.ts'
import type { Sender } from '../types.ts'

/**
 * Creates or changes a photo alert.
 *
 * @throws ApiError EventNotFound, BibInvalid, SubscriptionInvalid when the browser no longer allows notifications,
 *   NoResponse when its push service cannot be reached
 */
export const setAlert: Sender<'alert.set'> = async ({ body }, { signal }) => {
  const { alertId, push, ...alert } = body
  const subscription = push ? await subscribe(signal) : undefined
  await request(setPhotoAlert, {
    params: { alertId },
    body: { ...alert, ...(subscription && { subscription }) },
    signal,
  })
}

/** Cancels a photo alert. A missing alert counts as canceled. */
export const cancelAlert: Sender<'alert.cancel'> = async ({ body: { alertId } }, { signal }) => {
  try {
    await request(cancelPhotoAlert, { params: { alertId }, signal })
  } catch (error) {
    if (!isApiError(error, 'NotFound')) throw error
  }
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
