import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { encodePart } from '../../../contract/uri.ts'
import type { Tenant } from '../context.ts'

const Link = z.object({
  tenant: z.string(),
  key: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  expiresOn: z.number(),
  download: z.boolean(),
})

/** Describes the payload of a signed link: one object of a tenant under one name, until a time in milliseconds since 1970. */
export type FileLink = z.infer<typeof Link>

/** Signs a JSON value against tampering: `<base64url>.<HMAC-SHA256>`. */
export function signValue(value: unknown, secret: Uint8Array): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${payload}.${signText(payload, secret)}`
}

/** Reads a signed value. Returns undefined when the signature is invalid. */
export function readSignedValue(signed: string, secret: Uint8Array): unknown {
  const [payload = '', signature = ''] = signed.split('.')
  if (!isSignature(payload, signature, secret)) return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

/** Returns the path of an expiring link, `/files/<signed>/<name>`. */
export function signLink(link: FileLink, secret: Uint8Array): string {
  return `/files/${signValue(link, secret)}/${encodePart(link.fileName)}`
}

/**
 * Reads the signed part of a link.
 *
 * @param tenant the tenant of the requested host
 * @returns the link, `expired` after its time, undefined when the signature is invalid or the link is another tenant's
 */
export function readLink(
  signed: string,
  secret: Uint8Array,
  tenant: Pick<Tenant, 'name'>,
  now: Date,
): FileLink | 'expired' | undefined {
  const value = readSignedValue(signed, secret)
  if (value === undefined) return undefined
  const link = z.parse(Link, value)
  if (link.tenant !== tenant.name) return undefined
  return link.expiresOn < now.getTime() ? 'expired' : link
}

/** Returns the HMAC-SHA256 of a text, base64url. */
export function signText(text: string, secret: Uint8Array): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Returns whether a signature is that of a text. Constant-time comparison. */
export function isSignature(text: string, signature: string, secret: Uint8Array): boolean {
  const expected = Buffer.from(signText(text, secret))
  const actual = Buffer.from(signature)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
