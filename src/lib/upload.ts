import { createNoResponseError } from './api-error.ts'
import { type OutgoingRequest, type ReceivedResponse, timeouts } from './transport.ts'

/**
 * Sends by XMLHttpRequest, the only API that reports upload progress.
 *
 * @param onProgress share of the body that was sent, 0 to 1
 * @throws ApiError NoResponse on a stall, without an answer, or when the answer is of another address
 */
export function sendWithProgress(
  sending: OutgoingRequest,
  onProgress: (share: number) => void,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timedOut = false
    let timer: ReturnType<typeof setTimeout>
    const restartTimer = (inMs: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        timedOut = true
        request.abort()
      }, inMs)
    }
    const abort = () => request.abort()
    const fail = () => {
      if (sending.signal?.aborted) reject(sending.signal.reason)
      else reject(createNoResponseError(undefined, timedOut))
    }
    request.upload.addEventListener('progress', (event) => {
      restartTimer(timeouts.stallInMs)
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.upload.addEventListener('load', () => restartTimer(timeouts.afterUploadInMs))
    request.addEventListener('progress', () => restartTimer(timeouts.stallInMs))
    request.addEventListener('error', fail)
    request.addEventListener('abort', fail)
    request.addEventListener('load', () => {
      const requestedUrl = new URL(sending.url, globalThis.location?.href).href
      if (request.responseURL === requestedUrl) resolve(toReceivedResponse(request))
      else fail()
    })
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      sending.signal?.removeEventListener('abort', abort)
    })
    request.open(sending.method, sending.url)
    request.responseType = 'blob'
    for (const [name, value] of sending.headers) request.setRequestHeader(name, value)
    sending.signal?.addEventListener('abort', abort)
    restartTimer(timeouts.writeInMs)
    if (sending.signal?.aborted) fail()
    else request.send(sending.body)
  })
}

function toReceivedResponse(request: XMLHttpRequest): ReceivedResponse {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return { response: new Response(null, { status: request.status, headers }), body: request.response as Blob }
}
