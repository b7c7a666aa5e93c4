// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, test } from 'vitest'
import type { Settings } from '../../../../contract/settings.ts'
import { buildProduct, buildTier } from '../../../../tests/support/data/catalog.ts'
import { LanguageProvider, loadCatalogue } from '../../../platform/language/index.ts'
import { settingsAtom } from '../../../platform/theme/index.ts'
import type { ShownItem } from '../overlay.ts'
import { getDiscountProgress } from '../totals.ts'
import { CartGroup } from './CartGroup.tsx'
import { Thresholds } from './Thresholds.tsx'

afterEach(cleanup)

const buildItem = (id: string, title: string, productType: 'photo' | 'frame'): ShownItem => ({
  ...{ shoppingCartItemId: id, product: { productId: title, title, productType }, photoId: id },
  ...{ price: { amount: 39_000, currencyId: 643 }, originalPrice: { amount: 39_000, currencyId: 643 } },
  ...{ catalog: { catalogId: 'c', title: 'Three Bridges' }, eventId: 'e' },
})

test('items with the same name are distinguished by a number where pictures are missing', async () => {
  getDefaultStore().set(settingsAtom, { tenantName: 'Photofinish', currencyId: 643 } as Settings)
  const items = [
    buildItem('a', 'Photo', 'photo'),
    buildItem('f', 'Framed', 'frame'),
    buildItem('b', 'Photo', 'photo'),
  ]
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

test('single photos are named by place and time of the event, and numbered only when these are equal', async () => {
  getDefaultStore().set(settingsAtom, { tenantName: 'Photofinish', currencyId: 643 } as Settings)
  const buildTaken = (minute: number, point = 'Finish') => ({
    taken: { point, takenOn: `2026-09-12T15:${minute}:00.000Z`, timeZone: 'Europe/Moscow' },
  })
  const items = [
    { ...buildItem('a', 'Photo', 'photo'), ...buildTaken(52) },
    { ...buildItem('b', 'Photo', 'photo'), ...buildTaken(40, 'Bridge') },
    { ...buildItem('c', 'Photo', 'photo'), ...buildTaken(52) },
    { ...buildItem('f', 'Framed', 'frame'), ...buildTaken(52) },
  ]
  const group = { eventId: 'e', title: 'Three Bridges', catalogId: 'c', items }
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <CartGroup group={group} offline />
    </LanguageProvider>,
  )
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Finish, 18:52 1 of 2',
    'Bridge, 18:40',
    'Finish, 18:52 2 of 2',
    'Finish, 18:52, framed',
  ])
})

test.each([
  ['ru', '14 фото без водяных знаков · № 128', 'Все ваши фото, когда они появятся · Орлова'],
  ['en', '14 photos without watermarks · No. 128', 'All your photos, as soon as they are ready · Орлова'],
  ['es', '14 fotos sin marcas de agua · N.º 128', 'Todas tus fotos en cuanto estén listas · Орлова'],
] as const)('packages name their runner in %s', async (language, ofNumber, ofSurname) => {
  getDefaultStore().set(settingsAtom, { tenantName: 'Photofinish', currencyId: 643 } as Settings)
  const buildPackage = (id: string, subject: string | undefined, photosCount: number): ShownItem => ({
    ...buildItem(id, 'All photos', 'photo'),
    product: { productId: 'all', title: 'All photos', productType: 'photos_with_me' },
    ...{ photoId: undefined, photosCount, subject },
  })
  const items = [
    buildPackage('a', '128', 14),
    buildPackage('b', 'Орлова', 0),
    buildPackage('c', undefined, 3),
  ]
  const group = { eventId: 'e', title: 'Three Bridges', catalogId: 'c', items }
  const catalogue = await loadCatalogue(language)
  const { container } = render(
    <LanguageProvider start={{ language, catalogue }} languages={['ru', 'en', 'es']}>
      <CartGroup group={group} offline />
    </LanguageProvider>,
  )
  const texts = [...container.querySelectorAll('h3 + p')].map(({ textContent }) => textContent)
  expect(texts.slice(0, 2)).toEqual([ofNumber, ofSurname])
  expect(texts[2]).not.toContain('·')
})

test.each([
  ['ru', 'Ещё 1 фото, и каждое будет по 331\u00a0₽.', 'Самая низкая цена за фото уже действует.'],
  ['en', 'Add 1 more and each costs 331\u00a0₽.', 'You already pay the lowest price per photo.'],
  ['es', 'Añade 1 foto más y cada una costará 331\u00a0₽.', 'Ya pagas el precio más bajo por foto.'],
] as const)(
  'says how many photos lower the price, to the rouble, and when it is the lowest, in %s',
  async (language, next, lowestPriceText) => {
    const catalogue = await loadCatalogue(language)
    const priceTiers = [buildTier(1, 39_000), buildTier(3, 33_050), buildTier(5, 27_000)]
    const single = buildProduct('photo', 39_000, { priceTiers })
    const renderHint = (count: number) => {
      const progress = getDiscountProgress(count, single)
      if (!progress) throw new Error('no thresholds')
      const { container, unmount } = render(
        <LanguageProvider start={{ language, catalogue }} languages={['ru', 'en', 'es']}>
          <Thresholds kind="steps" progress={progress} />
        </LanguageProvider>,
      )
      const hint = container.querySelector('p')?.textContent
      unmount()
      return hint
    }
    expect(renderHint(2)).toBe(next)
    expect(renderHint(5)).toBe(lowestPriceText)
  },
)
