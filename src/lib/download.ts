import { errorOfAnswer, isApiError, noResponse } from './api-error.ts'
import { timeouts } from './transport.ts'

export interface DownloadOptions {
  /** What the service said the file's size is; anything else that arrives is not the file. */
  sizeInBytes: number
  /** Share that is here, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** Between two tries, doubled each time. */
  pauseInMs?: number
}

const triesWithoutAByte = 4

/**
 * Fetches a file, and goes on from the byte where it was cut.
 *
 * @param url a signed address that answers `Range`
 * @throws ApiError LinkExpired and the like as answered; NoResponse when it broke off again and again or is not the file
 */
export async function downloadFile(url: string, options: DownloadOptions): Promise<Blob> {
  const { sizeInBytes, signal, pauseInMs = 500 } = options
  const file = new Arriving(sizeInBytes, options.onProgress)
  for (let tries = 0; ; tries++) {
    const before = file.received
    try {
      await receive(url, file, signal)
      if (file.received === sizeInBytes) return file.toBlob()
      throw noResponse(`${file.received} bytes instead of ${sizeInBytes}`)
    } catch (error) {
      signal?.throwIfAborted()
      if (!isApiError(error, 'NoResponse', 'Overloaded')) throw error
      if (file.received > before) tries = 0
      if (tries >= triesWithoutAByte) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseInMs * 2 ** tries))
    }
  }
}

/** The part of a file that is here. */
class Arriving {
  readonly #sizeInBytes: number
  readonly #onProgress: ((share: number) => void) | undefined
  #pieces: Uint8Array<ArrayBuffer>[] = []
  received = 0
  type = ''

  constructor(sizeInBytes: number, onProgress: ((share: number) => void) | undefined) {
    this.#sizeInBytes = sizeInBytes
    this.#onProgress = onProgress
  }

  startAnew(): void {
    this.#pieces = []
    this.received = 0
  }

  add(piece: Uint8Array<ArrayBuffer>): void {
    this.#pieces.push(piece)
    this.received += piece.byteLength
    if (this.received > this.#sizeInBytes) {
      this.startAnew()
      throw noResponse('more bytes than the file has')
    }
    this.#onProgress?.(this.#sizeInBytes === 0 ? 1 : this.received / this.#sizeInBytes)
  }

  toBlob(): Blob {
    return new Blob(this.#pieces, { type: this.type })
  }
}

async function receive(url: string, file: Arriving, signal: AbortSignal | undefined): Promise<void> {
  const clock = new AbortController()
  const stop = () => clock.abort()
  signal?.addEventListener('abort', stop)
  let timer = setTimeout(stop, timeouts.writeInMs)
  try {
    const response = await fetch(url, {
      headers: file.received > 0 ? { range: `bytes=${file.received}-` } : {},
      signal: clock.signal,
      redirect: 'error',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    })
    if (!response.ok) throw errorOfAnswer(response, await response.text())
    file.type = response.headers.get('content-type') ?? ''
    // a proxy's or a captive portal's page
    if (file.type.startsWith('text/html')) throw noResponse(file.type)
    if (response.status !== 206) file.startAnew()
    const reader = response.body?.getReader()
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      clearTimeout(timer)
      timer = setTimeout(stop, timeouts.stallInMs)
      file.add(step.value)
    }
  } catch (error) {
    throw isApiError(error) ? error : noResponse(error, clock.signal.aborted)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    stop()
  }
}
