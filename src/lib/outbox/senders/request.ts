import { sendRequest } from '../../../../contract/requests.ts'
import { request } from '../../api.ts'
import type { Sender } from '../types.ts'

/**
 * Sends a filled form.
 *
 * @throws ApiError RequestInvalid, TooManyRequests, NoResponse
 */
export const sendForm: Sender<'request'> = ({ id, body }, { signal }) =>
  request(sendRequest, { body, idempotencyKey: id, signal })
