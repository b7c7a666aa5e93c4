import type { Configuration, Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Db } from '../../../platform/db/connect.ts'
import type { RealmKeys } from './keys.ts'
import { createRecordAdapter } from './store.ts'
import type { DemoUsers } from './users.ts'

/** Names Keycloak's path below the URL of a realm. */
const pathPrefix = '/protocol/openid-connect'

const scope = 'openid profile email'

/** Resource indicator of our API, the audience of access tokens. */
const apiResource = 'urn:photofinish:calls'

const lifetimesInSeconds = {
  AccessToken: 900,
  IdToken: 900,
  AuthorizationCode: 60,
  RefreshToken: 86_400,
  Interaction: 3_600,
  Session: 14 * 86_400,
  Grant: 14 * 86_400,
}

export interface RealmSettings {
  /** URL of the realm as browsers see it; the issuer of its tokens. */
  readonly issuer: string
  readonly tenant: string
  readonly clientId: string
  readonly keys: RealmKeys
  readonly users: DemoUsers
  readonly db: Db
  /** Renders the sign-out page around the form of the provider. */
  readonly signOutPage: (context: KoaContextWithOIDC, form: string) => void
  readonly errorPage: (context: KoaContextWithOIDC) => void
}

/** Creates an OpenID Connect server for one realm on one host, with the paths and claims of Keycloak. */
export async function createProvider(settings: RealmSettings): Promise<Provider> {
  // imported at the first sign-in
  const { Provider: OpenIdProvider } = await import('oidc-provider/lib/provider.js')
  const provider = new OpenIdProvider(settings.issuer, toConfiguration(settings))
  // forwarded headers are trusted, because `setForwardedHeaders` writes them
  provider.proxy = true
  allowOwnPages(provider, new URL(settings.issuer).host)
  return provider
}

/** Allows redirects to every page of the storefront, as with Keycloak's `https://host/*`, but to no other host. */
function allowOwnPages(provider: Provider, host: string): void {
  const isOwn = (address: string) => {
    if (!URL.canParse(address)) return false
    const { protocol, host: redirectHost, username, password } = new URL(address)
    return /^https?:$/.test(protocol) && redirectHost === host && username === '' && password === ''
  }
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: isOwn,
    postLogoutRedirectUriAllowed: isOwn,
  })
}

function toConfiguration({
  issuer,
  tenant,
  clientId,
  keys,
  users,
  db,
  ...pages
}: RealmSettings): Configuration {
  const path = new URL(issuer).pathname
  const cookie = { httpOnly: true, sameSite: 'lax', path, overwrite: true, signed: true } as const
  return {
    adapter: (model: string) => createRecordAdapter(db, tenant, model),
    jwks: { keys: [keys.signing] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['implicit', 'authorization_code', 'refresh_token'],
        response_types: ['id_token token', 'code'],
        // placeholders for validation: see `allowOwnPages`
        redirect_uris: ['https://storefront.example/'],
        post_logout_redirect_uris: ['https://storefront.example/'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    responseTypes: ['id_token token', 'code'],
    scopes: scope.split(' '),
    claims: {
      openid: ['sub', 'sid'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
    },
    // the storefront does not use userinfo: it reads the claims from the ID token, as with Keycloak
    conformIdTokenClaims: false,
    routes: {
      authorization: `${pathPrefix}/auth`,
      token: `${pathPrefix}/token`,
      jwks: `${pathPrefix}/certs`,
      userinfo: `${pathPrefix}/userinfo`,
      end_session: `${pathPrefix}/logout`,
      revocation: `${pathPrefix}/revoke`,
    },
    cookies: { keys: [keys.cookie], long: cookie, short: cookie },
    ttl: lifetimesInSeconds,
    pkce: { required: (_context, client) => client.clientId === clientId },
    clientBasedCORS: (_context, origin) => new URL(issuer).origin === origin,
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: pages.signOutPage },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiResource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope,
          audience: 'account',
          accessTokenFormat: 'jwt',
          accessTokenTTL: lifetimesInSeconds.AccessToken,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    extraTokenClaims: (_context, token) => {
      const user = 'accountId' in token ? users.find(token.accountId) : undefined
      return { typ: 'Bearer', azp: token.clientId, ...(user && toClaims(user)) }
    },
    findAccount: (_context, subject) => {
      const user = users.find(subject)
      return user && { accountId: subject, claims: () => ({ sub: subject, ...toClaims(user) }) }
    },
    interactions: { url: (_context, interaction: Interaction) => `${path}/login/${interaction.uid}` },
    // first-party client: no consent page
    loadExistingGrant: async (context) => createGrant(context),
    issueRefreshToken: async (_context, client, code) =>
      client.grantTypeAllowed('refresh_token') && code !== undefined,
    rotateRefreshToken: true,
    renderError: (context) => pages.errorPage(context),
  }
}

function toClaims(user: NonNullable<ReturnType<DemoUsers['find']>>) {
  return {
    email: user.email,
    email_verified: user.emailVerified,
    preferred_username: user.username,
    name: `${user.firstName.en} ${user.surname.en}`,
    given_name: user.firstName.en,
    family_name: user.surname.en,
  }
}

/** Returns the signed-in user's grant for the client, created at the first sign-in. */
async function createGrant({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc
  if (!client || !session?.accountId) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const existingGrant = grantId && (await provider.Grant.find(grantId))
  if (existingGrant) return existingGrant
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(scope)
  grant.addResourceScope(apiResource, scope)
  await grant.save()
  return grant
}
