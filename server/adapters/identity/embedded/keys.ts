import { createECDH, hkdfSync } from 'node:crypto'
import type { JWK } from 'jose'
import { sha256 } from '../../../platform/ids.ts'

/** Lists the keys of one tenant's realm. */
export interface RealmKeys {
  /** ES256 key with its private part. */
  readonly signing: JWK & { kty: 'EC'; kid: string }
  /** The public part of the same key. */
  readonly public: JWK & { kty: 'EC'; kid: string }
  /** Signs the cookies. */
  readonly cookie: string
}

/**
 * Derives a realm's keys from the installation's secret: identical after a restart and on every server with the secret,
 * different for each tenant. A new secret changes the keys: old tokens become invalid, and users sign in again.
 *
 * @param secret 32 bytes
 */
export function deriveRealmKeys(secret: Uint8Array, tenant: string): RealmKeys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, tenant, use, 32))
  const curve = createECDH('prime256v1')
  const scalar = derive('sign')
  curve.setPrivateKey(scalar)
  // 0x04, then both coordinates
  const point = curve.getPublicKey()
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const publicKey = {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    use: 'sig',
    kid: sha256(`${x}.${y}`).slice(0, 16),
    x,
    y,
  } as const
  return {
    signing: { ...publicKey, d: scalar.toString('base64url') },
    public: publicKey,
    cookie: derive('cookie').toString('hex'),
  }
}
