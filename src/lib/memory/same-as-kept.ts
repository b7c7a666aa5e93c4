import { sha256 } from '../sha256.ts'

interface Parts {
  light: unknown
  bytes: ArrayBuffer | undefined
}

/** Compares a record read back from the database with the written one: fields by value, bytes by SHA-256. */
export async function sameAsKept(given: Parts, kept: Parts): Promise<boolean> {
  if (JSON.stringify(given.light) !== JSON.stringify(kept.light)) return false
  if (!given.bytes || !kept.bytes) return given.bytes === kept.bytes
  const { sha256: told } = given.light as { sha256?: unknown }
  const expected = typeof told === 'string' ? told : await sha256(given.bytes)
  return expected === (await sha256(kept.bytes))
}
