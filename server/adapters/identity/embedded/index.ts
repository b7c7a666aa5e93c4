import { createLocalJWKSet } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Realm } from '../../../features/identity/ports.ts'
import type { Context } from '../../../platform/context.ts'
import { chooseLanguage } from '../../../platform/http/language.ts'
import type { Feature, Services } from '../../../platform/services.ts'
import { deriveRealmKeys } from './keys.ts'
import { renderExpiredPage, renderSignOutPage } from './page.ts'
import { createProvider } from './provider.ts'
import { serveProvider } from './routes.ts'
import { readDemoUsers } from './users.ts'

/** Maximum number of cached providers, one per host name. More host names indicate forged `Host` headers. */
const maxProviders = 30

/**
 * Creates a demo sign-on server with Keycloak's paths below `/auth`: one realm for each tenant that uses it, with the demo's
 * athletes as its users. It is accessed like any other, by its URLs and tokens. Sessions are stored in the database, so they
 * survive restarts and are shared by several servers.
 */
export function createEmbeddedIdentity(services: Services): {
  getRealm: (context: Context) => Promise<Realm>
  feature: Feature
} {
  const users = readDemoUsers()
  const getRealmKeys = (tenant: string) => deriveRealmKeys(services.config.secrets.identity, tenant)
  const toIssuer = ({ origin, tenant }: Context) =>
    `${origin}/auth/realms/${tenant.settings.openId?.realm ?? ''}`
  const providers = new Map<string, Promise<Provider>>()

  const getProvider = (context: Context): Promise<Provider> => {
    const issuer = toIssuer(context)
    const { tenant } = context
    const key = `${tenant.name} ${tenant.settings.openId?.clientId} ${issuer}`
    const cachedProvider = providers.get(key)
    if (cachedProvider) return cachedProvider
    const [oldest] = providers.keys()
    if (oldest !== undefined && providers.size >= maxProviders) providers.delete(oldest)
    const getLanguage = (request: { headers: { 'accept-language'?: string | undefined } }) =>
      chooseLanguage(request.headers['accept-language'], tenant.settings.lang)
    const provider = createProvider({
      issuer,
      tenant: tenant.name,
      clientId: tenant.settings.openId?.clientId ?? '',
      keys: getRealmKeys(tenant.name),
      users,
      db: services.db,
      signOutPage: (page, form) => {
        page.body = renderSignOutPage(tenant, getLanguage(page.req), form)
      },
      errorPage: (page) => {
        page.type = 'html'
        page.body = renderExpiredPage(tenant, getLanguage(page.req))
      },
    })
    providers.set(key, provider)
    return provider
  }

  return {
    getRealm: async (context) => ({
      issuer: toIssuer(context),
      getKey: createLocalJWKSet({ keys: [getRealmKeys(context.tenant.name).public] }),
    }),
    feature: { routes: (app) => serveProvider(app, { getProvider, users }) },
  }
}
