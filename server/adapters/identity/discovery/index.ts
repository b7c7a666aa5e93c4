import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'
import type { Realm } from '../../../features/identity/ports.ts'
import { Failure } from '../../../platform/http/problem.ts'
import type { Logger } from '../../../platform/log.ts'

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })

const timeoutInMs = 5_000
const metadataLifetimeInMs = 3_600_000

interface Options {
  readonly log: Logger
  /** Limits fetches for unknown keys to one in this interval, so that guessed key ids cannot cause a flood of requests. */
  readonly pauseInMs?: number
}

/**
 * Creates realms of Keycloak, or of any server with OpenID Connect Discovery below its realm's URL. Metadata is cached for an
 * hour, keys for ten minutes. An unknown key triggers a fetch.
 */
export function createDiscoveredRealms({ log, pauseInMs = 10_000 }: Options) {
  const realmCache = new Map<string, { realm: Promise<Realm>; untilInMs: number }>()

  const discover = async (address: string): Promise<Realm> => {
    const { issuer, jwks_uri: keysUrl } = await fetchMetadata(address)
    // prevents an impostor from pointing to its own keys
    if (issuer !== address) throw new Error(`${address} says that it is ${issuer}`)
    const keys = createRemoteJWKSet(new URL(keysUrl), {
      timeoutDuration: timeoutInMs,
      cooldownDuration: pauseInMs,
    })
    const getKey: JWTVerifyGetKey = async (header, token) => {
      try {
        return await keys(header, token)
      } catch (error) {
        const isTokenError =
          error instanceof errors.JWKSNoMatchingKey ||
          error instanceof errors.JWKSMultipleMatchingKeys ||
          error instanceof errors.JOSENotSupported
        if (isTokenError) throw error
        throw toUnavailableFailure(log, address, error)
      }
    }
    return { issuer, getKey }
  }

  return {
    /** @param address URL of the realm, without a trailing slash @throws Failure `IdentityUnavailable` */
    async getRealm(address: string): Promise<Realm> {
      const now = Date.now()
      const cachedRealm = realmCache.get(address)
      if (cachedRealm && cachedRealm.untilInMs > now) return cachedRealm.realm
      // the rejection is cached: callers within the pause share it
      const realm = discover(address).catch((error: unknown) => {
        realmCache.set(address, { realm, untilInMs: now + pauseInMs })
        throw toUnavailableFailure(log, address, error)
      })
      realmCache.set(address, { realm, untilInMs: now + metadataLifetimeInMs })
      return realm
    },
  }
}

async function fetchMetadata(address: string): Promise<z.infer<typeof Discovery>> {
  const response = await fetch(`${address}/.well-known/openid-configuration`, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutInMs),
  })
  if (!response.ok) throw new Error(`${address} answers ${response.status}`)
  return z.parse(Discovery, await response.json())
}

function toUnavailableFailure(log: Logger, address: string, error: unknown): Failure {
  if (error instanceof Failure) return error
  log.error({ err: error, address }, 'the sign-on server cannot be asked')
  return new Failure('IdentityUnavailable', { cause: error, retryAfterInSeconds: 10 })
}
