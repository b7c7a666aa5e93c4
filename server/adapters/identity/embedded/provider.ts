import type { Configuration, Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Db } from '../../../platform/db/connect.ts'
import type { RealmKeys } from './keys.ts'
import { createRecords } from './store.ts'
import type { DemoUsers } from './users.ts'

/** Names Keycloak's path below the URL of a realm. */
const base = '/protocol/openid-connect'

const scope = 'openid profile email'

/** Resource indicator of our API, the audience of access tokens. */
const resource = 'urn:photofinish:calls'

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
  admitOwnPages(provider, new URL(settings.issuer).host)
  return provider
}

/** Allows redirects to every page of the storefront, as with Keycloak's `https://host/*`, but to no other host. */
function admitOwnPages(provider: Provider, host: string): void {
  const isOwn = (address: string) => {
    if (!URL.canParse(address)) return false
    const { protocol, host: asked, username, password } = new URL(address)
    return /^https?:$/.test(protocol) && asked === host && username === '' && password === ''
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
    adapter: (model: string) => createRecords(db, tenant, model),
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
      authorization: `${base}/auth`,
      token: `${base}/token`,
      jwks: `${base}/certs`,
      userinfo: `${base}/userinfo`,
      end_session: `${base}/logout`,
      revocation: `${base}/revoke`,
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
        defaultResource: () => resource,
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
  const known = session.grantIdFor(client.clientId)
  const before = known && (await provider.Grant.find(known))
  if (before) return before
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(scope)
  grant.addResourceScope(resource, scope)
  await grant.save()
  return grant
}
