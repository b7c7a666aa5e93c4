import { chunkSizeInBytes } from '../../../contract/uploads.ts'
import { Failure } from '../../platform/http/problem.ts'

/** Timeout of a stalled connection, e.g. of a phone without reception; the client resumes later. */
const stallTimeoutInMs = 20_000

/**
 * Reads a body in pieces of 64 KB. When it breaks off or stalls, yields the bytes received so far as the last piece, then
 * throws.
 *
 * @throws Failure `RequestTimeout` when the body broke off, or no byte came for 20 s
 */
export async function* splitPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let buffered: Uint8Array[] = []
  let bufferedInBytes = 0
  const flushBuffer = () => {
    const piece = Buffer.concat(buffered)
    buffered = []
    bufferedInBytes = 0
    return piece
  }
  const source = body[Symbol.asyncIterator]()
  let failure: Failure | undefined
  for (;;) {
    const result = await readNext(source).catch((error: unknown) => {
      failure = error instanceof Failure ? error : new Failure('RequestTimeout', { cause: error })
    })
    if (!result || result.done) break
    buffered.push(result.value)
    bufferedInBytes += result.value.byteLength
    if (bufferedInBytes >= chunkSizeInBytes) yield flushBuffer()
  }
  if (bufferedInBytes > 0) yield flushBuffer()
  if (failure) throw failure
}

async function readNext(source: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure('RequestTimeout')), stallTimeoutInMs)
  })
  try {
    return await Promise.race([source.next(), stalled])
  } finally {
    clearTimeout(timer)
  }
}
