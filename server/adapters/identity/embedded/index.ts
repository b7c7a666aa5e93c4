import { createLocalJWKSet } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Realm } from '../../../features/identity/ports.ts'
import type { Feature, Ground } from '../../../platform/app-parts.ts'
import type { Context } from '../../../platform/context.ts'
import { languageOf } from '../../../platform/http/language.ts'
import { realmKeys } from './keys.ts'
import { overPage, signOutPage } from './page.ts'
import { createProvider } from './provider.ts'
import { serveProvider } from './routes.ts'
import { readDemoUsers } from './users.ts'

/** As many host names as one installation is asked by; more of them are somebody's play with headers. */
const providersAtMost = 30

/**
 * A sign-on server to try out with, at Keycloak's paths below `/auth`: one realm for each tenant that wants it, with the
 * demo's athletes as its users. It is reached as any other, by its addresses and its tokens; sessions are kept in the
 * database, so that neither a restart nor a second server signs anybody out.
 */
export function createEmbeddedIdentity(ground: Ground): {
  realmOf: (context: Context) => Promise<Realm>
  feature: Feature
} {
  const users = readDemoUsers()
  const keysOf = (tenant: string) => realmKeys(ground.config.secrets.identity, tenant)
  const issuerOf = ({ origin, tenant }: Context) =>
    `${origin}/auth/realms/${tenant.settings.openId?.realm ?? ''}`
  const providers = new Map<string, Promise<Provider>>()

  const providerOf = (context: Context): Promise<Provider> => {
    const issuer = issuerOf(context)
    const { tenant } = context
    const key = `${tenant.name} ${tenant.settings.openId?.clientId} ${issuer}`
    const known = providers.get(key)
    if (known) return known
    const [oldest] = providers.keys()
    if (oldest !== undefined && providers.size >= providersAtMost) providers.delete(oldest)
    const languageFor = (request: { headers: { 'accept-language'?: string | undefined } }) =>
      languageOf(request.headers['accept-language'], tenant.settings.lang)
    const provider = createProvider({
      issuer,
      tenant: tenant.name,
      clientId: tenant.settings.openId?.clientId ?? '',
      keys: keysOf(tenant.name),
      users,
      db: ground.db,
      signOutPage: (page, form) => {
        page.body = signOutPage(tenant, languageFor(page.req), form)
      },
      errorPage: (page) => {
        page.type = 'html'
        page.body = overPage(tenant, languageFor(page.req))
      },
    })
    providers.set(key, provider)
    return provider
  }

  return {
    realmOf: async (context) => ({
      issuer: issuerOf(context),
      keyFor: createLocalJWKSet({ keys: [keysOf(context.tenant.name).public] }),
    }),
    feature: { routes: (app) => serveProvider(app, { providerOf, users }) },
  }
}
