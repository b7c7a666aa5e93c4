import { sendRequest } from '../../../contract/requests.ts'
import { toClientKey } from '../../platform/http/client-key.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Feature } from '../../platform/services.ts'
import { receiveRequest } from './receive-request.ts'

export { buildRequestLetterContent, type RequestLetterContent } from './letter.ts'
export { findRequest, type RequestRow } from './store.ts'

const bodyLimitInBytes = 128 * 1024

/** Creates the feature for forms of partners and buyers, which are stored and mailed to the tenant. */
export function createRequestsFeature(): Feature {
  return {
    routes: (app) => {
      registerCall(
        app,
        sendRequest,
        async (context, { body, request }) => {
          const key = request.headers['idempotency-key']
          const requestId = await receiveRequest(context, {
            ...body,
            key: typeof key === 'string' && key !== '' ? key : undefined,
            client: toClientKey(request.ip),
          })
          return { requestId }
        },
        { bodyLimitInBytes },
      )
    },
  }
}
