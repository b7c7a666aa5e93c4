// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { Cart } from '../../../contract/cart.ts'
import type { Language } from '../../../contract/common.ts'
import type { PaymentType } from '../../../contract/invoices.ts'
import type { Settings } from '../../../contract/settings.ts'
import { buildCartItem, createMoney } from '../../../tests/support/data/cart-service.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import * as cartModule from '../cart/use-cart.ts'
import { CheckoutPage } from './CheckoutPage.tsx'

const items = [buildCartItem('a')]
const cart = {
  ...{ cartId: 'c1', items, discounts: [], promoCodes: [], albumId: 'a' },
  ...{ totalAmount: createMoney(39_000), originalAmount: createMoney(39_000) },
} as unknown as Cart
const card: PaymentType = {
  ...{ paymentTypeId: 'card', kind: 'BankCard', title: 'Card' },
  ...{ discountPercent: 0, amountToPay: createMoney(39_000) },
}

const shownCart: ReturnType<typeof cartModule.useCart> = {
  ...{
    cart,
    items,
    hasUnsentChanges: false,
    hasRefusedItems: false,
    hasOffSaleItems: false,
    loadState: { state: 'ready' },
  },
}
vi.mock('../../platform/identity/session.ts', () => ({ checkSession: () => Promise.resolve() }))
afterAll(() => vi.doUnmock('../../platform/identity/session.ts'))

const noRects = [] as unknown as DOMRectList
const oneRect = [{}] as unknown as DOMRectList

/** Simulates the layout of a phone or of a wide screen: hides the side plate or the dock. */
function mockLayout(screenSize: 'phone' | 'wide'): void {
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    const isInDock = this.closest('.pf-dock') !== null
    const isInPlate = this.closest('.pf-sidebar') !== null
    return (screenSize === 'phone' ? isInPlate : isInDock) ? noRects : oneRect
  })
}

const scrolled: Element[] = []
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('email', 'anna@mail.example')
  getDefaultStore().set(settingsAtom, { tenantName: 'Brand', legalEntity: 'Brand' } as Settings)
  scrolled.length = 0
  vi.spyOn(cartModule, 'useCart').mockReturnValue(shownCart)
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this)
  }
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify({ items: [card], count: 1, total: 1 }), {
        headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
      }),
    ),
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function renderCheckout(language: Language = 'en') {
  history.replaceState(null, '', '/order?email=anna@mail.example')
  const catalogue = await loadCatalogue(language)
  const { container } = render(
    <LanguageProvider start={{ language, catalogue }} languages={['ru', 'en', 'es']}>
      <CheckoutPage />
    </LanguageProvider>,
  )
  const findPart = (selector: string) => {
    const part = container.querySelector<HTMLElement>(selector)
    if (!part) throw new Error(`There is no ${selector}`)
    const button = within(part).getByRole('button')
    return { part, button, checkbox: within(part).getByRole('checkbox') }
  }
  await vi.waitFor(() => expect(findPart('.pf-dock').button.getAttribute('aria-disabled')).toBeNull())
  return { dock: findPart('.pf-dock'), plate: findPart('.pf-sidebar') }
}

test('the agreement is right above both pay buttons, and they tick together', async () => {
  mockLayout('phone')
  const { dock, plate } = await renderCheckout()
  for (const { checkbox, button } of [dock, plate])
    expect(checkbox.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getAllByRole('checkbox')).toHaveLength(2)
  fireEvent.click(dock.checkbox)
  await vi.waitFor(() => expect(plate.checkbox.getAttribute('aria-checked')).toBe('true'))
})

test.each([
  ['phone', 'dock', 'en', 'Tick the box to accept the offer'],
  ['phone', 'dock', 'ru', 'Отметьте, что принимаете оферту'],
  ['wide', 'plate', 'es', 'Marca que aceptas la oferta'],
] as const)(
  'on a %s screen paying without it focuses the box of the %s and says why, in %s',
  async (size, place, language, expectedText) => {
    mockLayout(size)
    const { checkbox, button, part } = (await renderCheckout(language))[place]
    fireEvent.click(button)
    await vi.waitFor(() => expect(document.activeElement).toBe(checkbox))
    expect(checkbox.getAttribute('aria-invalid')).toBe('true')
    expect(within(part).getByText(expectedText)).toBeTruthy()
    expect(scrolled.some((element) => element.contains(checkbox))).toBe(true)
  },
)

test('the plate is not drawn where the dock has its content, and is no part of the layout there', async () => {
  mockLayout('phone')
  const { plate } = await renderCheckout()
  expect(plate.part.classList).toContain('max-lg:hidden')
  expect(plate.part.parentElement?.className).not.toMatch(/\bmd:grid/)
  // the content of a visible plate must not be hidden itself
  expect(plate.part.querySelectorAll('[class*="hidden"]')).toHaveLength(0)
})

test('a gift may have a message, which is kept while it is typed; other purchases have none', async () => {
  mockLayout('phone')
  await renderCheckout()
  expect(screen.queryByRole('textbox', { name: 'A message, if you like' })).toBeNull()
  cleanup()
  const gifts = [{ ...buildCartItem('a'), gift: true }]
  vi.spyOn(cartModule, 'useCart').mockReturnValue({
    ...shownCart,
    cart: { ...cart, items: gifts },
    items: gifts,
  })
  await renderCheckout()
  fireEvent.change(screen.getByRole('textbox', { name: 'A message, if you like' }), {
    target: { value: 'Proud of you. Mum' },
  })
  cleanup()
  await renderCheckout()
  expect(screen.getByDisplayValue('Proud of you. Mum')).toBeTruthy()
})
