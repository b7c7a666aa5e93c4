import { createDiscoveredRealms } from './adapters/identity/discovery/index.ts'
import { createEmbeddedIdentity } from './adapters/identity/embedded/index.ts'
import { type Callers, createCallers } from './features/identity/index.ts'
import type { Realms } from './features/identity/ports.ts'
import type { Feature, Ground } from './platform/app-parts.ts'
import { Failure } from './platform/http/problem.ts'

/** Who is known to be who, and the pages of the sign-on server that comes along. */
export interface SigningIn {
  readonly callers: Callers
  readonly features: readonly Feature[]
}

/**
 * Introduces the sign-on servers: the embedded one for the tenants that want it where it runs, that of its settings for
 * every other.
 *
 * @param pauseInMs how soon an outside server is asked again for what it did not have
 */
export function createSigningIn(ground: Ground, { pauseInMs }: { pauseInMs?: number } = {}): SigningIn {
  const embedded = ground.config.embeddedIdentity ? createEmbeddedIdentity(ground) : undefined
  const discovered = createDiscoveredRealms({
    log: ground.log,
    ...(pauseInMs !== undefined && { pauseInMs }),
  })
  const realms: Realms = {
    realmOf: (context) => {
      const { embeddedIdentity, settings, name } = context.tenant
      if (embedded && embeddedIdentity) return embedded.realmOf(context)
      // by the name that a caller gives us nobody is asked for keys: it may be any
      const { publicUrl } = ground.config
      const server = settings.openId?.uri ?? (publicUrl && `${publicUrl}/auth`)
      if (settings.openId && server)
        return discovered.realmAt(
          `${server.replace(/\/+$/, '')}/realms/${encodeURIComponent(settings.openId.realm)}`,
        )
      ground.log.error({ tenant: name }, 'openId needs a uri, or PUBLIC_URL for a sign-on server at /auth')
      throw new Failure('IdentityUnavailable')
    },
  }
  return { callers: createCallers(realms), features: embedded ? [embedded.feature] : [] }
}
