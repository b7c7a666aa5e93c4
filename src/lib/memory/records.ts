import * as z from 'zod/mini'
import { type ErrorCode, isErrorCode } from '../../../contract/errors.ts'
import { Selfie } from '../../../contract/recognition.ts'

/** Raw bytes; a File or Blob comes back damaged from the database of some phones. */
const Bytes = z.custom<ArrayBuffer>((value) => value instanceof ArrayBuffer)

const Code = z.custom<ErrorCode>((value) => typeof value === 'string' && isErrorCode(value))

/** A selfie on this device and what became of it. Key: the id of its outbox entry. */
export const SelfieRecord = z.object({
  id: z.string(),
  eventId: z.string(),
  albumId: z.string(),
  /** ms */
  takenOn: z.number(),
  mime: z.string(),
  /** Gone once sent and answered. */
  bytes: z.optional(Bytes),
  /** Of `bytes`, lower-case hex. */
  sha256: z.string(),
  sizeInBytes: z.number(),
  /** On this phone, the service has answered, the picture is at fault. */
  stage: z.enum(['saved', 'answered', 'refused']),
  /** This device could not look for a face in it. */
  unchecked: z.optional(z.boolean()),
  /** Of a resumable upload that has begun, and the bytes the service has of it. */
  uploadId: z.optional(z.string()),
  offset: z.optional(z.number()),
  /** The last answer. */
  selfie: z.optional(Selfie),
  /** When the first answer came, ms by the clock of the device. */
  answeredOn: z.optional(z.number()),
  /** Why it was refused. */
  code: z.optional(Code),
  /** The runner was shown the outcome. */
  seen: z.optional(z.boolean()),
})
export type SelfieRecord = z.infer<typeof SelfieRecord>

/** A bought original that is kept on the device. Key: `${orderId}/${fileKey}`. */
export const KeptFile = z.object({
  orderId: z.string(),
  fileKey: z.string(),
  fileName: z.string(),
  mime: z.string(),
  bytes: Bytes,
  /** Of `bytes`, lower-case hex. */
  sha256: z.string(),
  sizeInBytes: z.number(),
  /** ms */
  keptOn: z.number(),
})
export type KeptFile = z.infer<typeof KeptFile>

/** Bytes of a file that has not arrived whole. Key: the file's name and `at`, so that a listing gives them in order. */
export const FilePart = z.object({
  file: z.string(),
  /** Place of its first byte in the file. */
  at: z.number(),
  bytes: Bytes,
  sizeInBytes: z.number(),
  /** Strong ETag of the file that it is a part of. */
  validator: z.string(),
  mime: z.string(),
  /** ms */
  keptOn: z.number(),
})
export type FilePart = z.infer<typeof FilePart>
