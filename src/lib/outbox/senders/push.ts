import { renewSubscription } from '../../../../contract/push.ts'
import { isApiError, request } from '../../api.ts'
import type { Sender } from '../types.ts'

/**
 * Moves this browser's notifications to its new subscription. Does nothing when the service does not know the former
 * one.
 */
export const renewPushSubscription: Sender<'push.renew'> = async ({ id, body }, { signal }) => {
  try {
    await request(renewSubscription, { body, idempotencyKey: id, signal })
  } catch (error) {
    if (!isApiError(error, 'NotFound')) throw error
  }
}
