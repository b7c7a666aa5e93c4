// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Settings } from '../../../contract/settings.ts'
import { buildCartItem } from '../../../tests/support/data/cart-service.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { SellerLines } from '../orders/index.ts'
import { findPrintSize, PurchaseSummary } from './PurchaseSummary.tsx'

afterEach(cleanup)

const smallSize = { width: 3000, height: 2000 }
const largeSize = { width: 6000, height: 4000 }

async function renderText(part: ReactNode): Promise<string> {
  const catalogue = await loadCatalogue('en')
  const { container } = render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      {part}
    </LanguageProvider>,
  )
  return container.textContent
}

test('says before paying how many photos of which event are bought, and how large their files are', async () => {
  const photo = { ...buildCartItem('a'), resolution: { smallest: largeSize, largest: largeSize } }
  expect(await renderText(<PurchaseSummary items={[photo]} />)).toBe(
    '1 photo · RaceJPEG 6000 × 4000, 24 MP, prints up to A1, no watermark',
  )
})

test.each(['128', undefined])(
  'names the pixels of the smallest photo of a package of %s',
  async (subject) => {
    const { photoId: _, ...packageItem } = buildCartItem('a')
    const items = [
      {
        ...packageItem,
        subject,
        photosCount: 8,
        resolution: { smallest: smallSize, largest: largeSize },
      },
    ]
    expect(await renderText(<PurchaseSummary items={items} />)).toBe(
      '8 photos · RaceJPEG from 3000 × 2000, 6 MP, prints from A3, no watermark',
    )
  },
)

test('says nothing of pixels where they are unknown', async () => {
  expect(await renderText(<PurchaseSummary items={[buildCartItem('a')]} />)).toBe('1 photo · Race')
})

test('names the seller with the tax number, the terms, and the days in which money comes back', async () => {
  const seller = { name: 'Sample Ltd', taxNumber: 'EIN 00-0000000', email: 'a@b.example' }
  const settings = { tenantName: 'Brand', legalEntity: 'Brand', refundDays: 14, seller }
  getDefaultStore().set(settingsAtom, settings as Settings)
  expect(await renderText(<SellerLines />)).toBe(
    'Wrong photo? Your money back within 14 days, the way you paid.Seller: Sample Ltd, EIN 00-0000000. Terms of sale',
  )
  expect(screen.getByRole('link', { name: 'Terms of sale' }).getAttribute('href')).toBe('/offer.pdf')
})

test.each([
  [7000, 'A1'],
  [4966, 'A2'],
  [2480, 'A3'],
  [1600, 'A5'],
  [900, 'A6'],
])('%i pixels fill a sheet of %s at 150 dpi', (pixels, sheet) => {
  expect(findPrintSize(pixels)).toBe(sheet)
})
