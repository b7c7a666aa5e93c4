import type { FastifyRequest } from 'fastify'
import { Failure } from '../../platform/http/problem.ts'

/**
 * Reads the one file of an upload; ignores its name.
 *
 * @throws Failure `FileMissing`, `FileEmpty`, `UnsupportedMediaType`, `ValidationFailed` for a broken form; the platform's
 * limits throw for oversized input
 */
export async function readUpload(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw new Failure('UnsupportedMediaType')
  let bytes: Uint8Array | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') bytes = await part.toBuffer()
    }
  } catch (error) {
    // Errors of limits carry a code that the platform handles; errors without one are from a broken or truncated form.
    if (error instanceof Error && 'code' in error) throw error
    throw new Failure('ValidationFailed', { cause: error })
  }
  if (bytes === undefined) throw new Failure('FileMissing')
  if (bytes.byteLength === 0) throw new Failure('FileEmpty')
  return bytes
}
