import { createECDH } from 'node:crypto'

/** Keys that identify this installation to push services (RFC 8292); base64url. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Derives the key pair from a secret. The same secret always gives the same pair, so subscriptions stay valid.
 *
 * @param secret 32 bytes, taken as a P-256 private key
 */
export function deriveVapidKeys(secret: Uint8Array): VapidKeys {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  return {
    publicKey: curve.getPublicKey('base64url', 'uncompressed'),
    privateKey: Buffer.from(secret).toString('base64url'),
  }
}

/** Returns whether a browser's public key is a point of the curve and its secret has 16 bytes. */
export function areBrowserKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const isBase64 = [p256dh, auth].every((text) => /^[\w-]+={0,2}$/.test(text))
  const point = Buffer.from(p256dh, 'base64url')
  if (!isBase64 || point.length !== 65 || Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const curve = createECDH('prime256v1')
    curve.generateKeys()
    curve.computeSecret(point)
    return true
  } catch {
    return false
  }
}
