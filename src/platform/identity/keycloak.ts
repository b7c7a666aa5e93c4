import type { KeycloakConfig, KeycloakInitOptions } from 'keycloak-js'
import type { Settings } from '../../../contract/settings.ts'
import type { SignedIn } from './state.ts'

type OpenId = NonNullable<Settings['openId']>

/**
 * Where a realm is asked, by Keycloak's own paths. Named one by one, keycloak-js does without a look at whether foreign
 * cookies are let in: at our own origin they are not foreign, and elsewhere the silent check finds out by itself.
 *
 * @param origin of the page; the sign-on server is at its `/auth` unless the settings say otherwise
 */
export function realmOf({ uri, realm, clientId }: OpenId, origin: string): KeycloakConfig {
  const server = (uri ?? `${origin}/auth`).replace(/\/+$/, '')
  const base = `${server}/realms/${encodeURIComponent(realm)}/protocol/openid-connect`
  return {
    clientId,
    oidcProvider: {
      authorization_endpoint: `${base}/auth`,
      token_endpoint: `${base}/token`,
      end_session_endpoint: `${base}/logout`,
      userinfo_endpoint: `${base}/userinfo`,
    },
  }
}

/** How keycloak-js looks who is signed in: on load, in a frame, never by leaving the page. */
export function initOptions({ flow }: OpenId, origin: string): KeycloakInitOptions {
  return {
    onLoad: 'check-sso',
    silentCheckSsoRedirectUri: `${origin}/silent-check.html`,
    silentCheckSsoFallback: false,
    checkLoginIframe: false,
    flow,
    pkceMethod: flow === 'standard' ? 'S256' : false,
    responseMode: 'fragment',
    scope: 'openid profile email',
  }
}

/** The user did not want to; everything else is a fault. */
export function isGivenUp(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'error' in error && error.error === 'access_denied'
}

interface Session {
  subject?: string | undefined
  tokenParsed?: Readonly<Record<string, unknown>> | undefined
  idTokenParsed?: Readonly<Record<string, unknown>> | undefined
}

/** Who it is, by the tokens of a session: of the ID token, which is for the page, else of the other. */
export function whoIs({ subject = '', tokenParsed, idTokenParsed }: Session): SignedIn {
  const claims = { ...tokenParsed, ...idTokenParsed }
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const email = text('email')
  const name = text('name') ?? text('preferred_username')
  return {
    subject,
    ...(email && { email, emailVerified: claims.email_verified === true }),
    ...(name && { name }),
  }
}
