import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodePart } from '../../../contract/uri.ts'
import type { ByteRange, ObjectStore } from '../objects/port.ts'
import { toClientKey } from './client-key.ts'
import { Failure } from './problem.ts'

/** Size of one read. Larger than any tile or preview, so that these need a single read. */
const chunkSizeInBytes = 512 * 1024

/**
 * Sends a stored object with `Content-Length`. Supports one byte range (RFC 9110 14), HEAD and `If-Range`. A slow client
 * occupies memory for one chunk of the object, but neither a connection to the bucket nor a file handle.
 *
 * @throws Failure NotFound when there is no such object
 */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  objects: ObjectStore,
  key: string,
  options: { cacheControl: string; download?: string },
): Promise<FastifyReply> {
  const info = await objects.head(key)
  if (!info) throw new Failure('NotFound')
  const etag = `"${key.replaceAll('/', '-')}"`
  reply
    .header('content-type', info.contentType)
    .header('cache-control', options.cacheControl)
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
  if (options.download) reply.header('content-disposition', buildContentDisposition(options.download))
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()

  const ifRange = request.headers['if-range']
  const range = ifRange && ifRange !== etag ? undefined : readRange(request.headers.range, info.sizeInBytes)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${info.sizeInBytes}`).type('text/plain').send('')
  }
  const length = range ? range.end - range.start + 1 : info.sizeInBytes
  reply.header('content-length', length)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${info.sizeInBytes}`)
  if (request.method === 'HEAD') return reply.send()
  if (length === 0) return reply.send(new Uint8Array())
  const recordProgress = request.server.downloads.add(reply.raw, toClientKey(request.ip))
  return reply.send(await readChunks(objects, key, range ?? { start: 0, end: length - 1 }, recordProgress))
}

/**
 * Reads a range in chunks. The next chunk is read only when the client has received the previous one.
 *
 * @param onChunk called before each chunk is read
 * @returns the bytes if they fit into one chunk, otherwise a stream
 * @throws ObjectMissing
 */
async function readChunks(
  objects: ObjectStore,
  key: string,
  { start, end }: ByteRange,
  onChunk: () => void,
): Promise<Uint8Array | Readable> {
  const readChunk = async (from: number) => {
    onChunk()
    const chunkRange = { start: from, end: Math.min(from + chunkSizeInBytes - 1, end) }
    const bytes = await objects.get(key, chunkRange)
    if (bytes.length !== chunkRange.end - chunkRange.start + 1)
      throw new Error('A stored object changed while it was sent')
    return bytes
  }
  const first = await readChunk(start)
  let position = start + first.length
  if (position > end) return first
  const stream = new Readable({
    // no read-ahead: the buffers of the connection cover the time of a read
    highWaterMark: 0,
    read() {
      readChunk(position).then(
        (bytes) => {
          position += bytes.length
          this.push(bytes)
          if (position > end) this.push(null)
        },
        (error: Error) => this.destroy(error),
      )
    },
  })
  stream.push(first)
  return stream
}

/** Parses one `bytes=` range. Several ranges are answered with the whole object, as the RFC allows. */
function readRange(header: string | undefined, sizeInBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, first = '', last = ''] = match
  const start = first === '' ? Math.max(0, sizeInBytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? sizeInBytes - 1 : Math.min(Number(last), sizeInBytes - 1)
  return start > end || start >= sizeInBytes ? 'unsatisfiable' : { start, end }
}

/** Returns a `Content-Disposition` with a plain and a UTF-8 file name (RFC 6266, RFC 8187). */
export function buildContentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\/%]/gu, '_')
  const encoded = encodePart(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
