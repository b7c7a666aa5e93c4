import * as z from 'zod/mini'
import { type ErrorCode, isErrorCode } from '../../../contract/errors.ts'
import { Selfie } from '../../../contract/recognition.ts'

/** Validates raw bytes: some phones return a File or Blob damaged from their database. */
const Bytes = z.custom<ArrayBuffer>((value) => value instanceof ArrayBuffer)

const Code = z.custom<ErrorCode>((value) => typeof value === 'string' && isErrorCode(value))

/** Describes a selfie on this device and its state. Key: the id of its outbox entry. */
export const SelfieRecord = z.object({
  id: z.string(),
  eventId: z.string(),
  albumId: z.string(),
  /** ms */
  takenOn: z.number(),
  mime: z.string(),
  /** Deleted once the selfie was sent and answered. */
  bytes: z.optional(Bytes),
  /** Of `bytes`, lowercase hex. */
  sha256: z.string(),
  sizeInBytes: z.number(),
  /** Stored on this phone; answered by the service; rejected because of the picture. */
  stage: z.enum(['saved', 'answered', 'refused']),
  /** Whether this device could not check it for a face. */
  unchecked: z.optional(z.boolean()),
  /** Resumable upload that has begun, and the bytes that the service has received. */
  uploadId: z.optional(z.string()),
  offset: z.optional(z.number()),
  /** The last answer. */
  selfie: z.optional(Selfie),
  /** Time of the first answer, ms by the device's clock. */
  answeredOn: z.optional(z.number()),
  /** Why it was refused. */
  code: z.optional(Code),
  /** Whether the outcome was shown to the runner. */
  seen: z.optional(z.boolean()),
})
export type SelfieRecord = z.infer<typeof SelfieRecord>

/** Describes a selfie for an event that has no photos yet: stored on this device alone. Key: the event's id. */
export const WaitingSelfie = z.object({
  eventId: z.string(),
  mime: z.string(),
  bytes: Bytes,
  /** ms */
  takenOn: z.number(),
  /** Deleted after this moment; ms. */
  deleteOn: z.number(),
})
export type WaitingSelfie = z.infer<typeof WaitingSelfie>

/** Describes a purchased original that is stored on the device. Key: `${orderId}/${fileKey}`. */
export const StoredFile = z.object({
  orderId: z.string(),
  fileKey: z.string(),
  fileName: z.string(),
  mime: z.string(),
  bytes: Bytes,
  /** Of `bytes`, lowercase hex. */
  sha256: z.string(),
  sizeInBytes: z.number(),
  /** ms */
  keptOn: z.number(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** Describes a part of an incomplete download. Key: the file's name and `at`, so that a listing returns parts in order. */
export const FilePart = z.object({
  file: z.string(),
  /** Offset of its first byte in the file. */
  at: z.number(),
  bytes: Bytes,
  sizeInBytes: z.number(),
  /** Strong ETag of the file. */
  validator: z.string(),
  mime: z.string(),
  /** ms */
  keptOn: z.number(),
})
export type FilePart = z.infer<typeof FilePart>
