import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { AnswerOf, Call } from '../../../contract/call.ts'
import type { Context } from '../context.ts'
import { createMemoize } from '../db/memoize.ts'
import type { TableVersions } from '../db/table-versions.ts'
import type { Input } from './register-call.ts'

/** Minimum size of a compressed answer. Compression hardly reduces smaller ones. */
const minCompressibleSizeInBytes = 256

/** A serialized answer. */
interface Body {
  readonly plain: Buffer
  readonly etag: string
  /** Compressed on first use, by encoding. */
  readonly compressed: Map<string, Promise<Buffer>>
}

const compressors: Readonly<Record<string, (plain: Buffer) => Promise<Buffer>>> = {
  br: (plain) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (plain) => promisify(gzip)(plain),
}

/** Dependencies of a cached answer. */
export interface CacheDependencies {
  /** SQL names of tables. A write to one of them invalidates the answer. */
  readonly tables: readonly string[]
  /** Additional cache key besides tenant, language and URL. */
  readonly extraKey?: string
}

/** Sends an answer that is identical for all equal requests: computed once, then sent from memory or as 304. */
export type SendCached = <C extends Call>(
  context: Context,
  input: Pick<Input<C>, 'request' | 'reply'>,
  call: C,
  dependencies: CacheDependencies,
  computeAnswer: () => Promise<AnswerOf<C>>,
) => Promise<FastifyReply>

/** Creates an in-memory response cache that is invalidated by writes to the tables of its answers. */
export function createResponseCache(tableVersions: TableVersions): SendCached {
  const memoize = createMemoize<Body>(tableVersions)
  return async (context, { request, reply }, call, { tables, extraKey = '' }, computeAnswer) => {
    const key = [context.language, extraKey, request.url].join('\n')
    reply.code(call.status)
    const { plain, etag, compressed } = await memoize(context, key, tables, async () =>
      toBody(reply.serialize(await computeAnswer())),
    )
    reply.header('etag', etag).header('vary', 'accept-encoding').type('application/json; charset=utf-8')
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag))
      return reply.code(304).removeHeader('content-type').send()
    const encoding = chooseEncoding(request.headers['accept-encoding'], plain)
    if (encoding === undefined) return reply.send(plain)
    const bytes = compressed.get(encoding) ?? compressors[encoding]?.(plain) ?? Promise.resolve(plain)
    compressed.set(encoding, bytes)
    return reply.header('content-encoding', encoding).send(await bytes)
  }
}

function toBody(json: string | ArrayBuffer | Buffer): Body {
  const plain = typeof json === 'string' ? Buffer.from(json) : Buffer.from(new Uint8Array(json))
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  // weak: every encoding of the answer has the same ETag
  return { plain, etag: `W/"${hash}"`, compressed: new Map() }
}

/** Returns the best accepted encoding, except those with `q=0`. */
function chooseEncoding(accepted: string | undefined, plain: Buffer): string | undefined {
  if (accepted === undefined || plain.length < minCompressibleSizeInBytes) return undefined
  const acceptedEncodings = accepted.split(',').map((each) => each.trim().split(';'))
  return Object.keys(compressors).find((name) =>
    acceptedEncodings.some(
      ([encoding, weight = '']) => encoding === name && !/q=0(\.0*)?$/.test(weight.trim()),
    ),
  )
}
