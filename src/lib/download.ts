import { createNoResponseError, isApiError } from './api-error.ts'
import { withinLimit } from './memory/limit.ts'
import { parseApiError } from './parse-api-error.ts'
import { sleep, timeouts } from './timeouts.ts'

/** Identifies the version of a file. Parts of different versions must not be combined. */
interface FileVersion {
  /** Strong ETag. */
  validator: string
  mime: string
}

/** Stores the received part of a file persistently, so that it survives a restart of the app. */
export interface StoredParts {
  /** Returns the stored bytes from the first byte up to the first gap; undefined when there are none. */
  read(): Promise<(FileVersion & { pieces: readonly ArrayBuffer[] }) | undefined>
  /** @param at offset of the first of these bytes in the file */
  add(offset: number, bytes: ArrayBuffer, version: FileVersion): Promise<void>
  deleteAll(): Promise<void>
}

export interface DownloadOptions {
  /** File size according to the service. Anything of another size is rejected. */
  sizeInBytes: number
  /** Share that was received, 0 to 1. */
  onProgress?: (share: number) => void
  /** Without it, a download restarts from the first byte after the app was closed. */
  parts?: StoredParts
  signal?: AbortSignal
  /** Pause before the first retry; doubled for each further one. */
  pauseInMs?: number
}

const maxTriesWithoutProgress = 4
/** Received bytes are stored in blocks of this size or after this time. A small file on a fast network is never stored. */
const storeBlockInBytes = 262_144
const storeDelayInMs = 500
/** Limits the wait for the device's storage: the bytes can also come from the network. */
const storageTimeoutInMs = 5_000

/**
 * Downloads a file and resumes at the byte where it was interrupted, also after a restart of the app.
 *
 * @param url a signed address that supports `Range`
 * @throws ApiError LinkExpired and others as answered; NoResponse after repeated interruptions or when it is not the
 *   file; the signal's reason when aborted, which keeps the stored parts
 */
export async function downloadFile(url: string, options: DownloadOptions): Promise<Blob> {
  const { sizeInBytes, signal, pauseInMs = 500 } = options
  const file = new PartialFile(sizeInBytes, options)
  await file.restore()
  signal?.throwIfAborted()
  for (let tries = 0; ; tries++) {
    const before = file.received
    try {
      if (before === 0 || before < sizeInBytes) await receive(url, file, signal)
      if (file.received === sizeInBytes) return file.finish()
      throw createNoResponseError(`${file.received} bytes instead of ${sizeInBytes}`)
    } catch (error) {
      signal?.throwIfAborted()
      if (!isApiError(error, 'NoResponse', 'Overloaded', 'ServiceUnavailable')) throw error
      if (file.received > before) tries = 0
      if (tries >= maxTriesWithoutProgress) throw error
      await sleep(pauseInMs * 2 ** tries, signal)
    }
  }
}

/** Collects the received part of a file. */
class PartialFile {
  readonly #sizeInBytes: number
  readonly #onProgress: ((share: number) => void) | undefined
  #parts: StoredParts | undefined
  #pieces: BlobPart[] = []
  /** Not written to `#parts` yet. */
  #unsaved: Uint8Array<ArrayBuffer>[] = []
  #unsavedInBytes = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #pendingUpdate = Promise.resolve()
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
    const storedParts = await withinLimit(parts.read(), storageTimeoutInMs).catch(() => undefined)
    if (!storedParts) return
    const received = storedParts.pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
    if (received > this.#sizeInBytes) {
      this.restart()
      return
    }
    this.#pieces = [...storedParts.pieces]
    this.received = received
    this.mime = storedParts.mime
    this.validator = storedParts.validator
    this.#reportProgress()
  }

  restart(): void {
    const hadBytes = this.received > 0
    this.#pieces = []
    this.#unsaved = []
    this.#unsavedInBytes = 0
    this.received = 0
    if (hadBytes) this.#updateParts((parts) => parts.deleteAll())
  }

  add(piece: Uint8Array<ArrayBuffer>): void {
    this.#pieces.push(piece)
    this.received += piece.byteLength
    if (this.received > this.#sizeInBytes) {
      this.restart()
      throw createNoResponseError('more bytes than the file has')
    }
    this.#reportProgress()
    if (!this.#parts || this.validator === undefined) return
    this.#unsaved.push(piece)
    this.#unsavedInBytes += piece.byteLength
    if (this.#unsavedInBytes >= storeBlockInBytes) this.#storeUnsaved()
    else this.#timer ??= setTimeout(() => this.#storeUnsaved(), storeDelayInMs)
  }

  /** Deletes the stored parts and returns the whole file. */
  async finish(): Promise<Blob> {
    clearTimeout(this.#timer)
    this.#updateParts((parts) => parts.deleteAll())
    await withinLimit(this.#pendingUpdate, storageTimeoutInMs).catch(() => {})
    return new Blob(this.#pieces, { type: this.mime })
  }

  #reportProgress(): void {
    this.#onProgress?.(this.#sizeInBytes === 0 ? 1 : this.received / this.#sizeInBytes)
  }

  #storeUnsaved(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { validator, mime } = this
    if (this.#unsavedInBytes === 0 || validator === undefined) return
    const offset = this.received - this.#unsavedInBytes
    const block = new Uint8Array(this.#unsavedInBytes)
    let end = 0
    for (const piece of this.#unsaved) {
      block.set(piece, end)
      end += piece.byteLength
    }
    this.#unsaved = []
    this.#unsavedInBytes = 0
    this.#updateParts((parts) => parts.add(offset, block.buffer, { validator, mime }))
  }

  /** Serializes work on the stored parts. A full device does not stop the download: the bytes are also in memory. */
  #updateParts(update: (parts: StoredParts) => Promise<void>): void {
    this.#pendingUpdate = this.#pendingUpdate
      .then(() => this.#parts && update(this.#parts))
      .catch(async () => {
        const parts = this.#parts
        this.#parts = undefined
        await parts?.deleteAll().catch(() => {})
      })
  }
}

const isStrongEtag = (etag: string | null): etag is string => etag?.startsWith('"') ?? false

/** Builds the range headers. With `If-Range` a server that has another version of the file returns all of it. */
function buildRangeHeaders({ received, validator }: PartialFile): Record<string, string> {
  if (received === 0) return {}
  return { range: `bytes=${received}-`, ...(validator !== undefined && { 'if-range': validator }) }
}

async function receive(url: string, file: PartialFile, signal: AbortSignal | undefined): Promise<void> {
  const abortController = new AbortController()
  const abort = () => abortController.abort()
  signal?.addEventListener('abort', abort)
  let timer = setTimeout(abort, timeouts.writeInMs)
  try {
    const response = await fetch(url, {
      headers: buildRangeHeaders(file),
      signal: abortController.signal,
      // `error` would make Node ignore the signal once memory was collected
      redirect: 'manual',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    })
    if (!response.ok) throw parseApiError(response, await response.text())
    const mime = response.headers.get('content-type') ?? ''
    // a page of a proxy or a captive portal
    if (mime.startsWith('text/html')) throw createNoResponseError(mime)
    if (response.status !== 206) file.restart()
    const etag = response.headers.get('etag')
    file.mime = mime
    file.validator = isStrongEtag(etag) ? etag : undefined
    const reader = response.body?.getReader()
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      clearTimeout(timer)
      timer = setTimeout(abort, timeouts.stallInMs)
      file.add(step.value)
    }
  } catch (error) {
    throw isApiError(error) ? error : createNoResponseError(error, abortController.signal.aborted)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    abort()
  }
}
