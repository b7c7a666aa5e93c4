import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { AnswerOf, Call } from '../../../contract/call.ts'
import type { Context } from '../context.ts'
import { createKeep } from '../db/kept.ts'
import type { Revisions } from '../db/revisions.ts'
import type { Input } from './handle.ts'

/** Below this a packed answer is hardly smaller. */
const packedFromInBytes = 256

/** An answer as the bytes that go out. */
interface Body {
  readonly plain: Buffer
  readonly etag: string
  /** Packed when it is first asked for like this. */
  readonly packed: Map<string, Promise<Buffer>>
}

const packers: Readonly<Record<string, (plain: Buffer) => Promise<Buffer>>> = {
  br: (plain) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (plain) => promisify(gzip)(plain),
}

/** What an answer was made of. */
export interface Sources {
  /** Tables, by their SQL names; a write to one of them ends it. */
  readonly tables: readonly string[]
  /** What it depends on besides tenant, language and address. */
  readonly about?: string
}

/** Sends an answer that is the same for all who ask alike: made once, then sent from memory, or not at all (304). */
export type SendKept = <C extends Call>(
  context: Context,
  input: Pick<Input<C>, 'request' | 'reply'>,
  call: C,
  sources: Sources,
  make: () => Promise<AnswerOf<C>>,
) => Promise<FastifyReply>

/** Keeps answers in memory until a table that they were made of is written to. */
export function createKeptAnswers(revisions: Revisions): SendKept {
  const keep = createKeep<Body>(revisions)
  return async (context, { request, reply }, call, { tables, about = '' }, make) => {
    const key = [context.language, about, request.url].join('\n')
    reply.code(call.status)
    const { plain, etag, packed } = await keep(context, key, tables, async () =>
      bodyOf(reply.serialize(await make())),
    )
    reply.header('etag', etag).header('vary', 'accept-encoding').type('application/json; charset=utf-8')
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag))
      return reply.code(304).removeHeader('content-type').send()
    const encoding = encodingFor(request.headers['accept-encoding'], plain)
    if (encoding === undefined) return reply.send(plain)
    const bytes = packed.get(encoding) ?? packers[encoding]?.(plain) ?? Promise.resolve(plain)
    packed.set(encoding, bytes)
    return reply.header('content-encoding', encoding).send(await bytes)
  }
}

function bodyOf(json: string | ArrayBuffer | Buffer): Body {
  const plain = typeof json === 'string' ? Buffer.from(json) : Buffer.from(new Uint8Array(json))
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  // weak: packed in another way it is the same answer
  return { plain, etag: `W/"${hash}"`, packed: new Map() }
}

/** The best packing that was said to be taken, and not with a weight of nothing. */
function encodingFor(accepted: string | undefined, plain: Buffer): string | undefined {
  if (accepted === undefined || plain.length < packedFromInBytes) return undefined
  const taken = accepted.split(',').map((each) => each.trim().split(';'))
  return Object.keys(packers).find((name) =>
    taken.some(([given, weight = '']) => given === name && !/q=0(\.0*)?$/.test(weight.trim())),
  )
}
