import { renewSubscription } from '../../../../contract/push.ts'
import { isApiError, request } from '../../api.ts'
import type { Sender } from '../types.ts'

/** Has what this browser is told of moved to its new subscription; where the service knows of no former one, there is nothing. */
export const sendRenewal: Sender<'push.renew'> = async ({ id, body }, { signal }) => {
  try {
    await request(renewSubscription, { body, idempotencyKey: id, signal })
  } catch (error) {
    if (!isApiError(error, 'NotFound')) throw error
  }
}
