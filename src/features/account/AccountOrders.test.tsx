// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { Settings } from '../../../contract/settings.ts'
import { signedInUser } from '../../platform/identity/index.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { AccountOrders } from './AccountOrders.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const buildOrder = (at: number) => ({
  orderId: `o${at}`,
  number: String(10_000 + at),
  state: ['AwaitingPayment', 'Completed', 'Canceled'][at % 3],
  currencyId: 643,
  invoiceId: `i${at}`,
  totalAmount: { amount: 39_000, currencyId: 643 },
  ...{ catalogId: 'c', eventId: 'e', albumId: 'a', customer: { email: 'anna@mail.example' } },
  createdOn: '2026-09-12T15:00:00.000Z',
  preorder: false,
})

test('lists ten orders with their status, and “show more” loads the others', async () => {
  const requestedPages: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'http://shop').searchParams
    requestedPages.push(`${query.get('sortBy')} ${query.get('offset')} ${query.get('count')}`)
    const from = Number(query.get('offset'))
    const items = Array.from({ length: 12 }, (_, at) => buildOrder(at)).slice(
      from,
      from + Number(query.get('count')),
    )
    return new Response(JSON.stringify({ items, count: items.length, total: 12 }), {
      headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
    })
  })
  getDefaultStore().set(settingsAtom, { tenantName: 'Photofinish', currencyId: 643 } as Settings)
  signedInUser.write({ subject: 's', email: 'anna@mail.example', emailVerified: true })
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <AccountOrders />
    </LanguageProvider>,
  )
  const findOrderRows = () => screen.queryAllByRole('listitem')
  await vi.waitFor(() => expect(findOrderRows()).toHaveLength(10))
  for (const [at, expectedStatus] of ['awaiting payment', 'paid', 'canceled'].entries())
    expect(findOrderRows()[at]?.textContent).toContain(expectedStatus)
  expect(findOrderRows()[0]?.querySelector('a')?.getAttribute('href')).toBe('/my-account/order/o0')
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await vi.waitFor(() => expect(findOrderRows()).toHaveLength(12))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(requestedPages).toEqual(['createdOn:desc 0 10', 'createdOn:desc 0 20'])
})
