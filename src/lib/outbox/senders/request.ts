import type { BodyOf } from '../../../../contract/call.ts'
import { sendRequest } from '../../../../contract/requests.ts'
import { request } from '../../api.ts'
import type { Sender } from '../types.ts'

/** Sends a filled form; its kind is checked by the service. */
export const sendForm: Sender<'request'> = ({ id, body }, { signal }) =>
  request(sendRequest, { body: body as BodyOf<typeof sendRequest>, idempotencyKey: id, signal })
