import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { createEvent } from '../../server/features/events/index.ts'
import { createRenderer } from '../../server/features/storefront/ssr.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'photofinish-home-events-'))
let testServer: SearchServer

beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
})
afterAll(async () => {
  await testServer.close()
  rmSync(folder, { recursive: true, force: true })
})

it('home is rendered with the nearest of many races to come, and the latest that took place', async () => {
  const context = testServer.context()
  for (let days = 20; days > -20; days--) {
    const startsOn = new Date(context.now.getTime() + days * 86_400_000)
    await createEvent(context, {
      ...{ id: `day${days}`, title: { ru: `Забег ${days}` }, city: { ru: 'Псков' }, country: 'RU' },
      ...{ sport: 'running', startsOn, endsOn: startsOn, timeZone: 'UTC' },
    })
  }
  const file = join(folder, 'ssr.mjs')
  writeFileSync(file, "export const renderOnServer = async () => ({ html: '', chrome: {} })")
  const render = createRenderer(testServer.services, file)
  const callEndpoint = () => Promise.resolve(undefined)
  const page = await render(context, { path: '/', small: true, callEndpoint })
  const { items = [], total } = page?.initialData.newest ?? {}
  expect(total).toBe(40)
  const ids = items.map(({ eventId }) => eventId)
  expect(ids.slice(0, 3)).toEqual(['day20', 'day19', 'day18'])
  for (const days of [1, 0, -5]) expect(ids).toContain(`day${days}`)
})
