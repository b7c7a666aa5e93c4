// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, test } from 'vitest'
import type { Settings } from '../../../contract/settings.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { CartGroup } from './CartGroup.tsx'
import type { ShownItem } from './overlay.ts'

afterEach(cleanup)

const thing = (id: string, title: string, productType: 'photo' | 'frame'): ShownItem => ({
  ...{ shoppingCartItemId: id, product: { productId: title, title, productType }, photoId: id },
  ...{ price: { amount: 39_000, currencyId: 643 }, originalPrice: { amount: 39_000, currencyId: 643 } },
  ...{ catalog: { catalogId: 'c', title: 'Three Bridges' }, eventId: 'e' },
})

test('things that are called the same are told apart without their pictures, by their number', async () => {
  getDefaultStore().set(settingsAtom, { tenantName: 'Photofinish', currencyId: 643 } as Settings)
  const items = [thing('a', 'Photo', 'photo'), thing('f', 'Framed', 'frame'), thing('b', 'Photo', 'photo')]
  const group = { eventId: 'e', title: 'Three Bridges', catalogId: 'c', items }
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <CartGroup group={group} offline />
    </LanguageProvider>,
  )
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Remove “Photo” 1 of 2',
    'Remove “Framed”',
    'Remove “Photo” 2 of 2',
  ])
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Photo 1 of 2',
    'Framed',
    'Photo 2 of 2',
  ])
})
