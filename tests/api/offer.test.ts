import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getSettings } from '../../contract/settings.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { buildApp } from '../../server/app.ts'
import { createOfferFeature } from '../../server/features/offer/index.ts'
import { createSettingsFeature } from '../../server/features/settings/index.ts'
import { createTenants, readTenants } from '../../server/features/tenants/index.ts'
import type { Tenant } from '../../server/platform/context.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { readPdf } from '../support/data/read-pdf.ts'
import { fetchAnswer } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

const brands = ['default', 'sister', 'trail', 'us']
const tenants = readTenants(join(projectRoot, 'tenants'), { demo: true })

let testServer: SearchServer
beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
})
afterAll(() => testServer.close())

function findBrand(name: string): Tenant {
  const tenant = tenants.byName(name)
  if (!tenant) throw new Error(`No tenant ${name}`)
  return tenant
}

async function fetchOfferAndSettings(tenant: Tenant, { takesFast = true } = {}) {
  const services = { ...testServer.services, tenants: createTenants([{ ...tenant, hosts: ['*'] }]) }
  const app = await buildApp(services, [
    createSettingsFeature(services),
    createOfferFeature({ supportsPayment: (_bank, kind) => takesFast || kind !== 'FastPayment' }),
  ])
  const response = await app.inject({ url: '/offer.pdf', headers: { host: 'photos.test' } })
  const settings = await fetchAnswer(app, getSettings, { host: 'photos.test' })
  await app.close()
  return { response, settings }
}

const fetchOffer = async (tenant: Tenant, options?: { takesFast: boolean }) =>
  readPdf((await fetchOfferAndSettings(tenant, options)).response.rawPayload)

it.each(brands)('the offer of %s names its own seller and refund period, in its languages', async (name) => {
  const tenant = findBrand(name)
  const { response, settings } = await fetchOfferAndSettings(tenant)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { text, languages } = readPdf(response.rawPayload)
  const { seller, refundDays } = settings
  for (const expectedText of [seller?.name, seller?.taxNumber, seller?.email, String(refundDays)])
    expect(text).toContain(expectedText)
  expect(text.replaceAll(/\s+/g, ' ')).toContain(seller?.address)
  expect(text).toContain('photos.test')
  expect(languages).toEqual([settings.lang, ...settings.languages.filter((each) => each !== settings.lang)])
  for (const other of brands.filter((each) => each !== name))
    expect(text).not.toContain(findBrand(other).settings.seller?.taxNumber)
  // the offer must not refer to a footer: pages of the checkout and of the US brand have none
  expect(text).not.toMatch(/foot of every page|внизу каждой страницы|al pie de cada página/)
  expect(text).not.toContain('\ufffd')
})

it('names the discount of a fast payment only where the bank takes one in the currency', async () => {
  const discount = /скидка 5/
  expect((await fetchOffer(findBrand('default'))).text).toMatch(discount)
  expect((await fetchOffer(findBrand('default'), { takesFast: false })).text).not.toMatch(discount)
  const usText = (await fetchOffer(findBrand('us'))).text
  expect(usText).toContain('US Dollar')
  expect(usText).not.toContain('discount')
})

it('serves the tenant’s own file where there is one', async () => {
  const tenant = findBrand('trail')
  const files = new Map([...tenant.brand.files, ['terms.pdf', Buffer.from('%PDF-own')]])
  const tenantWithFile: Tenant = { ...tenant, brand: { ...tenant.brand, files, offer: 'terms.pdf' } }
  expect((await fetchOfferAndSettings(tenantWithFile)).response.body).toBe('%PDF-own')
})
