import { sha256 } from '../sha256.ts'

interface Parts {
  light: unknown
  bytes: ArrayBuffer | undefined
}

/** Whether what came back from the database is what was given to it: the fields by value, the bytes by SHA-256. */
export async function sameAsKept(given: Parts, kept: Parts): Promise<boolean> {
  if (JSON.stringify(given.light) !== JSON.stringify(kept.light)) return false
  if (!given.bytes || !kept.bytes) return given.bytes === kept.bytes
  const { sha256: told } = given.light as { sha256?: unknown }
  const expected = typeof told === 'string' ? told : await sha256(given.bytes)
  return expected === (await sha256(kept.bytes))
}
