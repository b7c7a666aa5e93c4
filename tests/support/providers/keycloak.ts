import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { projectRoot } from '../../../server/platform/root.ts'

const readFixture = (name: string) => readFileSync(join(projectRoot, 'tests/fixtures/keycloak', name), 'utf8')

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

/** A fake Keycloak with discovery, keys and signatures, in formats recorded from a real one. */
export interface Keycloak {
  /** The value of `openId.uri`. */
  readonly uri: string
  readonly realm: string
  /** Number of requests for its keys. */
  readonly requestCounts: { keys: number }
  /** Returns an access token with some claims changed; undefined ones are omitted. */
  createToken(
    claims?: JWTPayload,
    options?: { kind?: 'access' | 'id'; kid?: string; lifeInSeconds?: number },
  ): Promise<string>
  /** Rotates the signing key; the old one is no longer published. */
  rotateKey(): Promise<void>
  /** Mutable settings of its answers. */
  readonly settings: { issuer: string; isUnavailable: boolean }
  close(): Promise<void>
}

/** @param now clock for the tokens' dates */
export async function openKeycloak(now: () => Date): Promise<Keycloak> {
  const realm = 'races'
  let signer: { kid: string; key: Key; publishedKey: JWK }
  let keyCount = 0
  const rotateKey = async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const kid = `key-${++keyCount}`
    signer = {
      kid,
      key: privateKey,
      publishedKey: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
    }
  }
  await rotateKey()
  // the encryption key of a realm
  const { publicKey } = await generateKeyPair('RSA-OAEP', { extractable: true })
  const encryptionKey = { ...(await exportJWK(publicKey)), kid: 'enc', alg: 'RSA-OAEP', use: 'enc' }
  const requestCounts = { keys: 0 }
  const settings = { issuer: '', isUnavailable: false }
  const server = createServer((request, response) => {
    if (settings.isUnavailable) {
      response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Service Unavailable</h1>')
      return
    }
    const answer = (text: string) => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    if (request.url === `/auth/realms/${realm}/.well-known/openid-configuration`)
      answer(readFixture('openid-configuration.json').replaceAll('REALM', settings.issuer))
    else if (request.url === `/auth/realms/${realm}/protocol/openid-connect/certs`) {
      requestCounts.keys += 1
      answer(JSON.stringify({ keys: [encryptionKey, signer.publishedKey] }))
    } else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sign-on server does not listen')
  const uri = `http://127.0.0.1:${address.port}/auth`
  const issuer = `${uri}/realms/${realm}`
  settings.issuer = issuer
  return {
    uri,
    realm,
    requestCounts,
    settings,
    rotateKey,
    createToken: (claims = {}, { kind = 'access', kid = signer.kid, lifeInSeconds = 300 } = {}) => {
      const iat = Math.floor(now().getTime() / 1000)
      const recordedClaims = JSON.parse(readFixture(`${kind}-token.json`)) as JWTPayload
      const payload = {
        ...recordedClaims,
        iss: issuer,
        iat,
        auth_time: iat,
        exp: iat + lifeInSeconds,
        ...claims,
      }
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid }).sign(signer.key)
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
