import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { projectRoot } from '../../../server/platform/root.ts'

const shape = (name: string) => readFileSync(join(projectRoot, 'tests/fixtures/keycloak', name), 'utf8')

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

/** A fake Keycloak with discovery, keys and signatures, in formats recorded from a real one. */
export interface Keycloak {
  /** The value of `openId.uri`. */
  readonly uri: string
  readonly realm: string
  /** Number of requests for its keys. */
  readonly asked: { keys: number }
  /** Returns an access token with some claims changed; undefined ones are omitted. */
  token(
    claims?: JWTPayload,
    made?: { kind?: 'access' | 'id'; kid?: string; lifeInSeconds?: number },
  ): Promise<string>
  /** Rotates the signing key; the old one is no longer published. */
  rotate(): Promise<void>
  /** Mutable settings of its answers. */
  readonly says: { issuer: string; isAway: boolean }
  close(): Promise<void>
}

/** @param now clock for the tokens' dates */
export async function openKeycloak(now: () => Date): Promise<Keycloak> {
  const realm = 'races'
  let signer: { kid: string; key: Key; shown: JWK }
  let made = 0
  const rotate = async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const kid = `key-${++made}`
    signer = {
      kid,
      key: privateKey,
      shown: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
    }
  }
  await rotate()
  // the encryption key of a realm
  const { publicKey } = await generateKeyPair('RSA-OAEP', { extractable: true })
  const encrypting = { ...(await exportJWK(publicKey)), kid: 'enc', alg: 'RSA-OAEP', use: 'enc' }
  const asked = { keys: 0 }
  const says = { issuer: '', isAway: false }
  const server = createServer((request, response) => {
    if (says.isAway) {
      response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Service Unavailable</h1>')
      return
    }
    const answer = (text: string) => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    if (request.url === `/auth/realms/${realm}/.well-known/openid-configuration`)
      answer(shape('openid-configuration.json').replaceAll('REALM', says.issuer))
    else if (request.url === `/auth/realms/${realm}/protocol/openid-connect/certs`) {
      asked.keys += 1
      answer(JSON.stringify({ keys: [encrypting, signer.shown] }))
    } else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sign-on server does not listen')
  const uri = `http://127.0.0.1:${address.port}/auth`
  const issuer = `${uri}/realms/${realm}`
  says.issuer = issuer
  return {
    uri,
    realm,
    asked,
    says,
    rotate,
    token: (claims = {}, { kind = 'access', kid = signer.kid, lifeInSeconds = 300 } = {}) => {
      const iat = Math.floor(now().getTime() / 1000)
      const recorded = JSON.parse(shape(`${kind}-token.json`)) as JWTPayload
      const payload = { ...recorded, iss: issuer, iat, auth_time: iat, exp: iat + lifeInSeconds, ...claims }
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid }).sign(signer.key)
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
