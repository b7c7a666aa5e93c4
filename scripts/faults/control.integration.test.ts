import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Control, openControl } from './control.ts'
import { profileNames } from './profiles.ts'
import { createFaultProxy, type FaultProxy } from './proxy.ts'

let server: Server
let proxy: FaultProxy
let control: Control

beforeEach(async () => {
  server = createServer((_request, response) => response.end('served')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await createFaultProxy({ target: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  control = await openControl(proxy)
})

afterEach(async () => {
  await Promise.all([control.close(), proxy.close()])
  server.close()
})

interface ControlState {
  rules: { fault: { type: string } }[]
  exchanges: string[]
}

const chooseProfile = (profile: string) => fetch(`${control.url}?profile=${profile}`, { method: 'POST' })

test('a profile is put in force and taken back while the proxy runs', async () => {
  await chooseProfile('portal')
  expect(await (await fetch(proxy.url)).text()).toContain('<form')
  await chooseProfile('fast')
  expect(await (await fetch(proxy.url)).text()).toBe('served')
})

test('every profile can be chosen, and what is not one is refused', async () => {
  for (const name of profileNames) expect((await chooseProfile(name)).status, name).toBe(200)
  expect((await chooseProfile('constructor')).status).toBe(400)
})

test('it tells the rules and what has happened', async () => {
  await chooseProfile('portal-511')
  await (await fetch(`${proxy.url}/photo`)).text()
  await proxy.waitForExchange(({ outcome }) => outcome === 'answered')
  const state = (await (await fetch(control.url)).json()) as ControlState
  expect(state.rules.map(({ fault }) => fault.type)).toEqual(['portal'])
  expect(state.exchanges).toEqual([expect.stringMatching(/^GET \/photo {2}511 .* answered {2}\[portal\]$/)])
})
