import { pieceSizeInBytes } from '../../../contract/uploads.ts'
import { Failure } from '../../platform/http/problem.ts'

/** Timeout of a stalled connection, e.g. of a phone without reception; the client resumes later. */
const stallInMs = 20_000

/**
 * Reads a body in pieces of 64 KB. When it breaks off or stalls, yields the bytes received so far as the last piece, then
 * throws.
 *
 * @throws Failure `RequestTimeout` when the body broke off, or no byte came for 20 s
 */
export async function* splitPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let buffered: Uint8Array[] = []
  let heldInBytes = 0
  const take = () => {
    const piece = Buffer.concat(buffered)
    buffered = []
    heldInBytes = 0
    return piece
  }
  const source = body[Symbol.asyncIterator]()
  let broken: Failure | undefined
  for (;;) {
    const step = await readNext(source).catch((error: unknown) => {
      broken = error instanceof Failure ? error : new Failure('RequestTimeout', { cause: error })
    })
    if (!step || step.done) break
    buffered.push(step.value)
    heldInBytes += step.value.byteLength
    if (heldInBytes >= pieceSizeInBytes) yield take()
  }
  if (heldInBytes > 0) yield take()
  if (broken) throw broken
}

async function readNext(source: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure('RequestTimeout')), stallInMs)
  })
  try {
    return await Promise.race([source.next(), stalled])
  } finally {
    clearTimeout(timer)
  }
}
