import { sha256 } from '../sha256.ts'

interface RecordParts {
  fields: unknown
  bytes: ArrayBuffer | undefined
}

/** Compares a record read back from the database with the written one: fields by value, bytes by SHA-256. */
export async function isSameAsStored(written: RecordParts, readBack: RecordParts): Promise<boolean> {
  if (JSON.stringify(written.fields) !== JSON.stringify(readBack.fields)) return false
  if (!written.bytes || !readBack.bytes) return written.bytes === readBack.bytes
  const { sha256: storedHash } = written.fields as { sha256?: unknown }
  const expected = typeof storedHash === 'string' ? storedHash : await sha256(written.bytes)
  return expected === (await sha256(readBack.bytes))
}
