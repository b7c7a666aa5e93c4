import { expect, it } from 'vitest'
import { initOptions, isGivenUp, realmOf, whoIs } from './keycloak.ts'

const origin = 'https://photo.example'
const openId = { realm: 'races', clientId: 'storefront', flow: 'implicit' } as const

it('asks the sign-on server at /auth of its own origin, unless the settings name another', () => {
  const addressIn = (uri?: string) =>
    JSON.stringify(realmOf({ ...openId, uri }, origin)).match(/https:[^"]*\/auth(?=")/)?.[0]
  const path = '/realms/races/protocol/openid-connect/auth'
  expect(addressIn()).toBe(`${origin}/auth${path}`)
  expect(addressIn('https://id.example/sso/')).toBe(`https://id.example/sso${path}`)
})

it('looks on load who is signed in, by the implicit flow, for openid, profile and e-mail', () => {
  expect(initOptions(openId, origin)).toMatchObject({
    onLoad: 'check-sso',
    flow: 'implicit',
    scope: 'openid profile email',
    pkceMethod: false,
  })
  expect(initOptions({ ...openId, flow: 'standard' }, origin).pkceMethod).toBe('S256')
})

it('reads the e-mail from the tokens, of the ID token first, and says whether it is verified', () => {
  const tokenParsed = { email: 'old@mail.example', email_verified: true, preferred_username: 'anna' }
  expect(whoIs({ subject: 's1', tokenParsed })).toEqual({
    subject: 's1',
    email: 'old@mail.example',
    emailVerified: true,
    name: 'anna',
  })
  const idTokenParsed = { email: 'new@mail.example', email_verified: false, name: 'Анна' }
  expect(whoIs({ subject: 's1', tokenParsed, idTokenParsed })).toMatchObject({
    email: 'new@mail.example',
    emailVerified: false,
    name: 'Анна',
  })
  expect(whoIs({ subject: 's1', idTokenParsed: { email: '' } })).toEqual({ subject: 's1' })
})

it('tells whoever gave up signing in from a fault', () => {
  expect(isGivenUp({ error: 'access_denied' })).toBe(true)
  expect([isGivenUp({ error: 'server_error' }), isGivenUp(new Error('x')), isGivenUp(null)]).toEqual([
    false,
    false,
    false,
  ])
})
