import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceInMs = 5 * 60_000

/** Returns `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, a format used by many banks. */
export function signBody(body: string, secret: Uint8Array, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${computeMac(`${seconds}.${body}`, secret)}`
}

/** Returns whether a signature matches the exact bytes and is within five minutes of now. */
export function isSigned(
  rawBody: Uint8Array,
  signature: string | undefined,
  secret: Uint8Array,
  now: Date,
): boolean {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '')
  if (!match) return false
  const [, seconds = '', actualMac = ''] = match
  if (Math.abs(now.getTime() - Number(seconds) * 1000) > toleranceInMs) return false
  const expectedMac = computeMac(`${seconds}.${Buffer.from(rawBody).toString('utf8')}`, secret)
  return timingSafeEqual(Buffer.from(actualMac, 'hex'), Buffer.from(expectedMac, 'hex'))
}

const computeMac = (text: string, secret: Uint8Array) =>
  createHmac('sha256', secret).update(text).digest('hex')
