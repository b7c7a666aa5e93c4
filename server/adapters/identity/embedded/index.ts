import { createLocalJWKSet } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Realm } from '../../../features/identity/ports.ts'
import type { Context } from '../../../platform/context.ts'
import { chooseLanguage } from '../../../platform/http/language.ts'
import type { Feature, Services } from '../../../platform/services.ts'
import { realmKeys } from './keys.ts'
import { overPage, signOutPage } from './page.ts'
import { createProvider } from './provider.ts'
import { serveProvider } from './routes.ts'
import { readDemoUsers } from './users.ts'

/** Maximum number of cached providers, one per host name. More host names indicate forged `Host` headers. */
const providersAtMost = 30

/**
 * Creates a demo sign-on server with Keycloak's paths below `/auth`: one realm for each tenant that uses it, with the demo's
 * athletes as its users. It is accessed like any other, by its URLs and tokens. Sessions are stored in the database, so they
 * survive restarts and are shared by several servers.
 */
export function createEmbeddedIdentity(services: Services): {
  toKeycloakConfig: (context: Context) => Promise<Realm>
  feature: Feature
} {
  const users = readDemoUsers()
  const getRealmKeys = (tenant: string) => realmKeys(services.config.secrets.identity, tenant)
  const toIssuer = ({ origin, tenant }: Context) =>
    `${origin}/auth/realms/${tenant.settings.openId?.realm ?? ''}`
  const providers = new Map<string, Promise<Provider>>()

  const getProvider = (context: Context): Promise<Provider> => {
    const issuer = toIssuer(context)
    const { tenant } = context
    const key = `${tenant.name} ${tenant.settings.openId?.clientId} ${issuer}`
    const known = providers.get(key)
    if (known) return known
    const [oldest] = providers.keys()
    if (oldest !== undefined && providers.size >= providersAtMost) providers.delete(oldest)
    const languageFor = (request: { headers: { 'accept-language'?: string | undefined } }) =>
      chooseLanguage(request.headers['accept-language'], tenant.settings.lang)
    const provider = createProvider({
      issuer,
      tenant: tenant.name,
      clientId: tenant.settings.openId?.clientId ?? '',
      keys: getRealmKeys(tenant.name),
      users,
      db: services.db,
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
    toKeycloakConfig: async (context) => ({
      issuer: toIssuer(context),
      keyFor: createLocalJWKSet({ keys: [getRealmKeys(context.tenant.name).public] }),
    }),
    feature: { routes: (app) => serveProvider(app, { getProvider, users }) },
  }
}
