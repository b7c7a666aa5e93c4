import { createDiscoveredRealms } from '../adapters/identity/discovery/index.ts'
import { createEmbeddedIdentity } from '../adapters/identity/embedded/index.ts'
import { type Authenticator, createAuthenticator } from '../features/identity/index.ts'
import type { Realms } from '../features/identity/ports.ts'
import { Failure } from '../platform/http/problem.ts'
import type { Feature, Services } from '../platform/services.ts'

/** Authenticates callers, and serves the pages of the embedded sign-on server. */
export interface AuthModule {
  readonly callers: Authenticator
  readonly features: readonly Feature[]
}

/**
 * Connects the sign-on servers: the embedded one for tenants that use it where it runs, and the server of the settings for all
 * others.
 *
 * @param pauseInMs interval before an external server is asked again for a key that it did not have
 */
export function createAuthModule(services: Services, { pauseInMs }: { pauseInMs?: number } = {}): AuthModule {
  const embedded = services.config.embeddedIdentity ? createEmbeddedIdentity(services) : undefined
  const discovered = createDiscoveredRealms({
    log: services.log,
    ...(pauseInMs !== undefined && { pauseInMs }),
  })
  const realms: Realms = {
    getRealm: (context) => {
      const { embeddedIdentity, settings, name } = context.tenant
      if (embedded && embeddedIdentity) return embedded.getRealm(context)
      // keys are never fetched from a host named by the caller, which can be arbitrary
      const { publicUrl } = services.config
      const server = settings.openId?.uri ?? (publicUrl && `${publicUrl}/auth`)
      if (settings.openId && server)
        return discovered.getRealm(
          `${server.replace(/\/+$/, '')}/realms/${encodeURIComponent(settings.openId.realm)}`,
        )
      services.log.error({ tenant: name }, 'openId needs a uri, or PUBLIC_URL for a sign-on server at /auth')
      throw new Failure('IdentityUnavailable')
    },
  }
  return { callers: createAuthenticator(realms), features: embedded ? [embedded.feature] : [] }
}
