import { isApiError, noResponse } from './api-error.ts'
import { errorOfAnswer } from './error-of-answer.ts'
import { withinLimit } from './memory/limit.ts'
import { timeouts } from './transport.ts'

/** Identifies the version of a file. Parts of different versions must not be combined. */
interface OfFile {
  /** Strong ETag. */
  validator: string
  mime: string
}

/** Stores the received part of a file persistently, so that it survives a restart of the app. */
export interface Parts {
  /** Returns the stored bytes from the first byte up to the first gap; undefined when there are none. */
  read(): Promise<(OfFile & { pieces: readonly ArrayBuffer[] }) | undefined>
  /** @param at offset of the first of these bytes in the file */
  add(at: number, bytes: ArrayBuffer, of: OfFile): Promise<void>
  forget(): Promise<void>
}

export interface DownloadOptions {
  /** File size according to the service. Anything of another size is rejected. */
  sizeInBytes: number
  /** Share that was received, 0 to 1. */
  onProgress?: (share: number) => void
  /** Without it, a download restarts from the first byte after the app was closed. */
  parts?: Parts
  signal?: AbortSignal
  /** Pause before the first retry; doubled for each further one. */
  pauseInMs?: number
}

const triesWithoutAByte = 4
/** Received bytes are stored in blocks of this size or after this time. A small file on a fast network is never stored. */
const keptAtOnceInBytes = 262_144
const keptAfterInMs = 500
/** Limits the wait for the device's storage: the bytes can also come from the network. */
const memoryLimitInMs = 5_000

/**
 * Downloads a file and resumes at the byte where it was interrupted, also after a restart of the app.
 *
 * @param url a signed address that supports `Range`
 * @throws ApiError LinkExpired and others as answered; NoResponse after repeated interruptions or when it is not the
 *   file
 */
export async function downloadFile(url: string, options: DownloadOptions): Promise<Blob> {
  const { sizeInBytes, signal, pauseInMs = 500 } = options
  const file = new Arriving(sizeInBytes, options)
  await file.restore()
  for (let tries = 0; ; tries++) {
    const before = file.received
    try {
      if (before === 0 || before < sizeInBytes) await receive(url, file, signal)
      if (file.received === sizeInBytes) return file.finish()
      throw noResponse(`${file.received} bytes instead of ${sizeInBytes}`)
    } catch (error) {
      signal?.throwIfAborted()
      if (!isApiError(error, 'NoResponse', 'Overloaded', 'ServiceUnavailable')) throw error
      if (file.received > before) tries = 0
      if (tries >= triesWithoutAByte) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseInMs * 2 ** tries))
    }
  }
}

/** Collects the received part of a file. */
class Arriving {
  readonly #sizeInBytes: number
  readonly #onProgress: ((share: number) => void) | undefined
  #parts: Parts | undefined
  #pieces: BlobPart[] = []
  /** Not written to `#parts` yet. */
  #volatile: Uint8Array<ArrayBuffer>[] = []
  #unsavedInBytes = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #keeping = Promise.resolve()
  received = 0
  mime = ''
  validator: string | undefined

  constructor(sizeInBytes: number, { onProgress, parts }: Pick<DownloadOptions, 'onProgress' | 'parts'>) {
    this.#sizeInBytes = sizeInBytes
    this.#onProgress = onProgress
    this.#parts = parts
  }

  /** Restores what an earlier visit has stored. */
  async restore(): Promise<void> {
    const parts = this.#parts
    if (!parts) return
    const kept = await withinLimit(parts.read(), memoryLimitInMs).catch(() => undefined)
    if (!kept) return
    const received = kept.pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
    if (received > this.#sizeInBytes) {
      this.startAnew()
      return
    }
    this.#pieces = [...kept.pieces]
    this.received = received
    this.mime = kept.mime
    this.validator = kept.validator
    this.#notify()
  }

  startAnew(): void {
    const had = this.received > 0
    this.#pieces = []
    this.#volatile = []
    this.#unsavedInBytes = 0
    this.received = 0
    if (had) this.#keep((parts) => parts.forget())
  }

  add(piece: Uint8Array<ArrayBuffer>): void {
    this.#pieces.push(piece)
    this.received += piece.byteLength
    if (this.received > this.#sizeInBytes) {
      this.startAnew()
      throw noResponse('more bytes than the file has')
    }
    this.#notify()
    if (!this.#parts || this.validator === undefined) return
    this.#volatile.push(piece)
    this.#unsavedInBytes += piece.byteLength
    if (this.#unsavedInBytes >= keptAtOnceInBytes) this.#storeUnsaved()
    else this.#timer ??= setTimeout(() => this.#storeUnsaved(), keptAfterInMs)
  }

  /** Deletes the stored parts and returns the whole file. */
  async finish(): Promise<Blob> {
    clearTimeout(this.#timer)
    this.#keep((parts) => parts.forget())
    await withinLimit(this.#keeping, memoryLimitInMs).catch(() => {})
    return new Blob(this.#pieces, { type: this.mime })
  }

  #notify(): void {
    this.#onProgress?.(this.#sizeInBytes === 0 ? 1 : this.received / this.#sizeInBytes)
  }

  #storeUnsaved(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { validator, mime } = this
    if (this.#unsavedInBytes === 0 || validator === undefined) return
    const at = this.received - this.#unsavedInBytes
    const whole = new Uint8Array(this.#unsavedInBytes)
    let end = 0
    for (const piece of this.#volatile) {
      whole.set(piece, end)
      end += piece.byteLength
    }
    this.#volatile = []
    this.#unsavedInBytes = 0
    this.#keep((parts) => parts.add(at, whole.buffer, { validator, mime }))
  }

  /** Serializes work on the stored parts. A full device does not stop the download: the bytes are also in memory. */
  #keep(work: (parts: Parts) => Promise<void>): void {
    this.#keeping = this.#keeping
      .then(() => this.#parts && work(this.#parts))
      .catch(async () => {
        const parts = this.#parts
        this.#parts = undefined
        await parts?.forget().catch(() => {})
      })
  }
}

const isStrong = (etag: string | null): etag is string => etag?.startsWith('"') ?? false

/** Builds the range headers. With `If-Range` a server that has another version of the file returns all of it. */
function headersFor({ received, validator }: Arriving): Record<string, string> {
  if (received === 0) return {}
  return { range: `bytes=${received}-`, ...(validator !== undefined && { 'if-range': validator }) }
}

async function receive(url: string, file: Arriving, signal: AbortSignal | undefined): Promise<void> {
  const clock = new AbortController()
  const stop = () => clock.abort()
  signal?.addEventListener('abort', stop)
  let timer = setTimeout(stop, timeouts.writeInMs)
  try {
    const response = await fetch(url, {
      headers: headersFor(file),
      signal: clock.signal,
      // `error` would make Node ignore the signal once memory was collected
      redirect: 'manual',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    })
    if (!response.ok) throw errorOfAnswer(response, await response.text())
    const mime = response.headers.get('content-type') ?? ''
    // a page of a proxy or a captive portal
    if (mime.startsWith('text/html')) throw noResponse(mime)
    if (response.status !== 206) file.startAnew()
    const etag = response.headers.get('etag')
    file.mime = mime
    file.validator = isStrong(etag) ? etag : undefined
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
