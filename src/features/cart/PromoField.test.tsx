// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { device } from '../../platform/storage/index.ts'
import { PromoField } from './PromoField.tsx'

// a busy machine takes its time
configure({ asyncUtilTimeout: 20_000 })

afterEach(async () => {
  cleanup()
  for (const { id } of await outbox.entries()) await outbox.drop(id)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['PromoExpired', 410, 'The promo code has expired.'],
  ['PromoExhausted', 409, 'The promo code has been used up.'],
  ['Forbidden', 403, 'An error occurred while adding the promo code. Try again.'],
])(
  'a code that is refused with %s (%i) is told at the field, and what was typed stays',
  async (code, status, words) => {
    const ours = { [tenantHeader]: 'photofinish' }
    vi.stubGlobal('fetch', async (address: string) =>
      address.endsWith('/promotionalCodes')
        ? new Response(JSON.stringify({ type: 'about:blank', title: code, status, code }), {
            status,
            headers: { 'content-type': 'application/problem+json', ...ours },
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
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
    fireEvent.change(field, { target: { value: 'START10' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText(words)).toBeTruthy()
    expect([(field as HTMLInputElement).value, field.getAttribute('aria-invalid')]).toEqual([
      'START10',
      'true',
    ])
    // clear of what lies over the foot of the page, with the field that it speaks of
    await vi.waitFor(() => expect(shown.mock.contexts).toEqual([field.closest('form')]))
  },
)
