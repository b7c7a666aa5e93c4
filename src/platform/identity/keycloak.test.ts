import { expect, test } from 'vitest'
import idToken from '../../../tests/fixtures/keycloak/id-token.json' with { type: 'json' }
import discoveryDocument from '../../../tests/fixtures/keycloak/openid-configuration.json' with {
  type: 'json',
}
import { createInitOptions, isCanceled, toKeycloakConfig, toSignedInUser } from './keycloak.ts'

const origin = 'https://photos.example'
const openId = { realm: 'races', clientId: 'storefront', flow: 'implicit' } as const

test('the addresses match Keycloak’s own discovery document', () => {
  const uri = 'https://id.example/auth/'
  const realm = toKeycloakConfig({ ...openId, uri }, origin)
  const configured = {
    ...('oidcProvider' in realm && typeof realm.oidcProvider === 'object' ? realm.oidcProvider : {}),
  }
  const documented = Object.fromEntries(
    Object.entries(discoveryDocument).map(([name, value]) => [
      name,
      String(value).replace('REALM', `${uri}realms/races`),
    ]),
  )
  expect(Object.keys(configured)).toHaveLength(4)
  expect(documented).toMatchObject(configured)
})

test('without a uri the sign-on is at /auth of the page’s own origin', () => {
  expect(toKeycloakConfig(openId, origin)).toMatchObject({
    oidcProvider: { authorization_endpoint: `${origin}/auth/realms/races/protocol/openid-connect/auth` },
  })
})

test('checks the session on load, by the tenant’s flow, without leaving the page', () => {
  expect(createInitOptions(openId, origin)).toMatchObject({
    onLoad: 'check-sso',
    flow: 'implicit',
    pkceMethod: false,
    scope: 'openid profile email',
    silentCheckSsoFallback: false,
    silentCheckSsoRedirectUri: `${origin}/silent-check.html`,
  })
  expect(createInitOptions({ ...openId, flow: 'standard' }, origin)).toMatchObject({
    flow: 'standard',
    pkceMethod: 'S256',
  })
})

test('reads the user from Keycloak’s tokens', () => {
  const { sub: subject } = idToken
  expect(toSignedInUser({ subject, tokenParsed: {}, idTokenParsed: idToken })).toEqual({
    subject,
    email: 'Anna.S@mail.example',
    emailVerified: true,
    name: 'Anna Serova',
  })
  expect(toSignedInUser({ subject: 's', tokenParsed: { preferred_username: 'anna.s' } })).toEqual({
    subject: 's',
    name: 'anna.s',
  })
})

test('distinguishes canceling from an error', () => {
  expect(isCanceled({ error: 'access_denied', error_description: 'given up' })).toBe(true)
  expect(isCanceled({ error: 'server_error' })).toBe(false)
  expect(isCanceled(new Error('the sign-on server did not answer in time'))).toBe(false)
})
