import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { buildApp } from '../../server/app.ts'
import { type Config, ConfigError } from '../../server/platform/config.ts'
import type { Feature } from '../../server/platform/services.ts'
import { readConfig } from '../../server/read-config.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let testServer: SearchServer
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'photofinish-proxy-'))
  testServer = await openSearchServer({ index: createFaceIndex() })
})
afterAll(async () => {
  await testServer.close()
  await rm(dataDir, { recursive: true })
})

const readTrustProxy = (TRUST_PROXY?: string): Config['trustProxy'] =>
  readConfig({ DATA_DIR: dataDir, TRUST_PROXY }).trustProxy

/** Serves the caller's address as the server determines it. */
const callerFeature: Feature = {
  routes: (app) => {
    app.get('/who-am-i', (request) => ({ address: request.ip, host: request.host }))
  },
}

/** Sends a call from a remote address that claims to forward the address of a visitor. Returns the caller's address. */
async function fetchCaller(
  trustProxy: Config['trustProxy'],
  remoteAddress: string,
  forwardedFor = '203.0.113.7',
) {
  const { services } = testServer
  const app = await buildApp({ ...services, config: { ...services.config, trustProxy } }, [callerFeature])
  const response = await app.inject({
    url: '/who-am-i',
    remoteAddress: remoteAddress,
    headers: { host: 'one.test', 'x-forwarded-for': forwardedFor, 'x-forwarded-host': 'two.test' },
  })
  await app.close()
  return response.json<{ address: string; host: string }>()
}

it('trusts no proxy by default', async () => {
  expect(readTrustProxy()).toBe(false)
  expect(await fetchCaller(readTrustProxy(), '10.0.0.5')).toEqual({ address: '10.0.0.5', host: 'one.test' })
})

it('trusts the configured proxies, and no others', async () => {
  const proxies = readTrustProxy('127.0.0.1, 10.0.0.0/8')
  expect(await fetchCaller(proxies, '10.0.0.5')).toEqual({ address: '203.0.113.7', host: 'two.test' })
  expect(await fetchCaller(proxies, '198.51.100.1')).toEqual({ address: '198.51.100.1', host: 'one.test' })
  // the visitor has forged the first address; the proxy has appended the second
  expect((await fetchCaller(proxies, '10.0.0.5', '192.0.2.99, 203.0.113.7')).address).toBe('203.0.113.7')
})

it('counts proxies from the server outwards', async () => {
  expect((await fetchCaller(readTrustProxy('1'), '10.0.0.5', '192.0.2.99, 203.0.113.7')).address).toBe(
    '203.0.113.7',
  )
  expect((await fetchCaller(readTrustProxy('2'), '10.0.0.5', '192.0.2.99, 203.0.113.7')).address).toBe(
    '192.0.2.99',
  )
  expect(readTrustProxy('0')).toBe(false)
})

it.each(['yes', '10.0.0.0/33', '10.0.0', '*', '1.2.3.4,', '::1/129'])('refuses to start with %s', (value) => {
  expect(() => readTrustProxy(value)).toThrow(ConfigError)
  expect(() => readTrustProxy(value)).toThrow(/TRUST_PROXY=.* should be addresses or ranges/)
})

it('accepts names of ranges and both kinds of addresses', () => {
  expect(readTrustProxy('loopback,fd00::/8,::1')).toEqual(['loopback', 'fd00::/8', '::1'])
})
