import type { KeycloakConfig, KeycloakInitOptions } from 'keycloak-js'
import type { Settings } from '../../../contract/settings.ts'
import type { SignedInUser } from './state.ts'

type OpenId = NonNullable<Settings['openId']>

/**
 * Returns the endpoints of a realm by Keycloak's paths. With explicit endpoints keycloak-js skips its third-party
 * cookie check: the silent check detects blocked cookies itself.
 *
 * @param origin of the page; the sign-on server is at its `/auth` unless the settings say otherwise
 */
export function toKeycloakConfig({ uri, realm, clientId }: OpenId, origin: string): KeycloakConfig {
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

/** Returns the options of the silent check, which runs on load, in a frame, without a navigation. */
export function createInitOptions({ flow }: OpenId, origin: string): KeycloakInitOptions {
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

/** Returns whether the user canceled the sign-in. Any other value is an error. */
export function isCanceled(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'error' in error && error.error === 'access_denied'
}

interface KeycloakSession {
  subject?: string | undefined
  tokenParsed?: Readonly<Record<string, unknown>> | undefined
  idTokenParsed?: Readonly<Record<string, unknown>> | undefined
}

/** Returns the user of a session, from the ID token, else from the access token. */
export function toSignedInUser({ subject = '', tokenParsed, idTokenParsed }: KeycloakSession): SignedInUser {
  const claims = { ...tokenParsed, ...idTokenParsed }
  const readClaim = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const email = readClaim('email')
  const name = readClaim('name') ?? readClaim('preferred_username')
  return {
    subject,
    ...(email && { email, emailVerified: claims.email_verified === true }),
    ...(name && { name }),
  }
}
