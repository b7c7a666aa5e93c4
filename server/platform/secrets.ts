import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lists 32-byte keys, one per use, so that a leak of one does not affect the others. */
export interface Secrets {
  readonly searchToken: Uint8Array
  readonly fileLink: Uint8Array
  readonly boughtPicture: Uint8Array
  readonly sandboxBank: Uint8Array
  readonly returnHandle: Uint8Array
  readonly orderKey: Uint8Array
  readonly identity: Uint8Array
  readonly push: Uint8Array
  readonly uploadClient: Uint8Array
}

/**
 * Derives the keys (HKDF-SHA256, RFC 5869) from SECRET_KEY, or from a random master key that is created once in
 * `DATA_DIR/secret.key`, readable only by the owner.
 */
export function loadSecrets(dataDir: string, secretKey: string | undefined): Secrets {
  const masterKey = secretKey ? Buffer.from(secretKey) : readOrCreateMasterKey(join(dataDir, 'secret.key'))
  const deriveKey = (name: keyof Secrets) =>
    new Uint8Array(hkdfSync('sha256', masterKey, 'photofinish', name, 32))
  return {
    searchToken: deriveKey('searchToken'),
    fileLink: deriveKey('fileLink'),
    boughtPicture: deriveKey('boughtPicture'),
    sandboxBank: deriveKey('sandboxBank'),
    returnHandle: deriveKey('returnHandle'),
    orderKey: deriveKey('orderKey'),
    identity: deriveKey('identity'),
    push: deriveKey('push'),
    uploadClient: deriveKey('uploadClient'),
  }
}

function readOrCreateMasterKey(file: string): Buffer {
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}
