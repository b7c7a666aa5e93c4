import type { FastifyRequest } from 'fastify'
import { Failure } from '../../platform/http/problem.ts'

/**
 * Reads the one file of an upload; its name is not looked at.
 *
 * @throws Failure `FileMissing`, `FileEmpty`, `UnsupportedMediaType`, `ValidationFailed` for a broken form; too much of anything is cut by the platform's limits
 */
export async function readUpload(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw new Failure('UnsupportedMediaType')
  let bytes: Uint8Array | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') bytes = await part.toBuffer()
    }
  } catch (error) {
    // Limits carry a code that the platform knows; what does not is a form that is broken or cut off.
    if (error instanceof Error && 'code' in error) throw error
    throw new Failure('ValidationFailed', { cause: error })
  }
  if (bytes === undefined) throw new Failure('FileMissing')
  if (bytes.byteLength === 0) throw new Failure('FileEmpty')
  return bytes
}
