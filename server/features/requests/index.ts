import { sendRequest } from '../../../contract/requests.ts'
import type { Feature } from '../../platform/app-parts.ts'
import { handle } from '../../platform/http/handle.ts'
import { receiveRequest } from './receive-request.ts'

export { requestLetter } from './letter.ts'
export { findRequest } from './store.ts'

const bodyLimitInBytes = 128 * 1024

/** The forms that partners and buyers fill in: kept, and mailed to the tenant. */
export function createRequestsFeature(): Feature {
  return {
    routes: (app) => {
      handle(
        app,
        sendRequest,
        async (context, { body, request }) => {
          const key = request.headers['idempotency-key']
          const requestId = await receiveRequest(context, {
            ...body,
            key: typeof key === 'string' && key !== '' ? key : undefined,
            address: request.ip,
          })
          return { requestId }
        },
        { bodyLimitInBytes },
      )
    },
  }
}
