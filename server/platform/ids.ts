import { createHash, randomBytes } from 'node:crypto'

/** A random id of 22 URL-safe characters: 132 bits, enough to grant something by being known. */
export function newId(): string {
  return randomBytes(17).toString('base64url').slice(0, 22).replace(/^-/, '_')
}

/** Lower-case hex SHA-256 of some bytes or text. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
