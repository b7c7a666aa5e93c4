// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../../contract/call.ts'
import { skipPauses } from '../../../../tests/skip-pauses.ts'
import { outbox } from '../../../lib/outbox/index.ts'
import { LanguageProvider, loadCatalogue } from '../../../platform/language/index.ts'
import { device } from '../../../platform/storage/index.ts'
import { PromoField } from './PromoField.tsx'

afterEach(async () => {
  cleanup()
  for (const { id } of await outbox.entries()) await outbox.drop(id)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['PromoExpired', 410, 'The promo code has expired.'],
  ['PromoExhausted', 409, 'The promo code has been used up.'],
  ['PromoConflict', 409, 'This promo code cannot be combined with the one in the cart.'],
  ['PromoInactive', 403, 'The promo code is not active.'],
  ['PromoNotFound', 404, 'There is no such promo code. Check the letters and digits.'],
  ['PromoNotApplicable', 422, 'The promo code does not apply to what you chose.'],
  ['Forbidden', 403, 'An error occurred while adding the promo code. Try again.'],
])(
  'a code refused with %s (%i) shows the error at the field and keeps the input',
  async (code, status, expectedText) => {
    // the cart is requested again, as there is no network
    skipPauses(2_000)
    const tenantHeaders = { [tenantHeader]: 'photofinish' }
    vi.stubGlobal('fetch', async (address: string) =>
      address.endsWith('/promotionalCodes')
        ? new Response(JSON.stringify({ type: 'about:blank', title: code, status, code }), {
            status,
            headers: { 'content-type': 'application/problem+json', ...tenantHeaders },
          })
        : Promise.reject(new TypeError('no network')),
    )
    device.cartId.write('0b9c1c6e-7a54-4d0a-9a5e-3f1d2c4b5a69')
    const catalogue = await loadCatalogue('en')
    render(
      <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
        <PromoField codes={[]} offline={false} />
      </LanguageProvider>,
    )
    const field = screen.getByRole('textbox', { name: 'Promo code' })
    const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
    fireEvent.change(field, { target: { value: 'START10' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText(expectedText)).toBeTruthy()
    expect([(field as HTMLInputElement).value, field.getAttribute('aria-invalid')]).toEqual([
      'START10',
      'true',
    ])
    // scrolled clear of the overlay at the foot of the page, together with its field
    await vi.waitFor(() => expect(scrollIntoView.mock.contexts).toEqual([field.closest('form')]))
  },
)
