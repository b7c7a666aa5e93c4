import { createHash, randomBytes } from 'node:crypto'

/** Returns a random id of 22 URL-safe characters: 132 bits, enough to grant access by being known. */
export function newId(): string {
  return randomBytes(17).toString('base64url').slice(0, 22).replace(/^-/, '_')
}

/** Returns the lower-case hex SHA-256 of bytes or text. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
