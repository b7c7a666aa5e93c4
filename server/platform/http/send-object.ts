import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Objects } from '../objects/port.ts'
import { Failure } from './problem.ts'

/**
 * Sends a stored object with `Content-Length`. Supports one byte range (RFC 9110 14), HEAD and `If-Range`.
 *
 * @throws Failure NotFound when there is no such object
 */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  objects: Objects,
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
  if (options.download) reply.header('content-disposition', attachment(options.download))
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
  return reply.send(await objects.stream(key, range))
}

/** Parses one `bytes=` range. Several ranges are answered with the whole object, as the RFC allows. */
function readRange(
  header: string | undefined,
  sizeInBytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, first = '', last = ''] = match
  const start = first === '' ? Math.max(0, sizeInBytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? sizeInBytes - 1 : Math.min(Number(last), sizeInBytes - 1)
  return start > end || start >= sizeInBytes ? 'unsatisfiable' : { start, end }
}

/** Returns a `Content-Disposition` with a plain and a UTF-8 file name (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\/]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
