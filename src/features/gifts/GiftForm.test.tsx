// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import { sampleEvent } from '../../../tests/support/data/album.ts'
import { stubCartService } from '../../../tests/support/data/cart-service.ts'
import { buildProduct } from '../../../tests/support/data/catalog.ts'
import { signedInUser } from '../../platform/identity/index.ts'
import { CustomerEmail } from '../checkout/CustomerEmail.tsx'
import { saveToDraft } from '../checkout/draft.ts'
import { useForm } from '../checkout/use-form.ts'
import { GiftForm } from './GiftForm.tsx'

const product = buildProduct('promocode', 100_000)
const listRecipients = (count: number) =>
  Array.from({ length: count }, (_, index) => `a${index}@mail.example`).join('\n')

beforeEach(() => {
  localStorage.clear()
  signedInUser.remove()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function CheckoutEmail() {
  return <CustomerEmail {...useForm().email} />
}

const renderForm = () =>
  renderPart(<GiftForm event={sampleEvent} product={product} />, { path: '/gift?eventId=e' })
const readTotal = () => screen.getByRole('button', { name: /Add to cart for/ }).textContent

test('the price is that of a code for each recipient, after a reload too', async () => {
  await renderForm()
  expect(readTotal()).toMatch(/5,000/)
  fireEvent.change(screen.getByRole('textbox', { name: /^Send them to the runners/ }), {
    target: { value: listRecipients(7) },
  })
  expect(readTotal()).toMatch(/7,000/)
  cleanup()
  await renderForm()
  expect(readTotal()).toMatch(/7,000/)
})

test('there are no fewer codes than recipients', async () => {
  await renderForm()
  fireEvent.change(screen.getByRole('textbox', { name: /^Send them to the runners/ }), {
    target: { value: listRecipients(5) },
  })
  expect(screen.getByRole('button', { name: 'One less' }).getAttribute('aria-disabled')).toBe('true')
})

test('the order mails the codes to the address of the form, not to the account or an unfinished checkout', async () => {
  stubCartService()
  signedInUser.write({ subject: 's', email: 'user@mail.example' })
  saveToDraft({ email: 'draft@mail.example', giftMessage: 'Well run' })
  await renderForm()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Where to send the codes/ })
  expect(field.value).toBe('draft@mail.example')
  fireEvent.change(field, { target: { value: 'codes@mail.example ' } })
  fireEvent.click(screen.getByRole('button', { name: /Add to cart for/ }))
  await waitFor(() => expect(location.pathname).toBe('/cart'))
  cleanup()
  await renderPart(<CheckoutEmail />, { path: '/order' })
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('codes@mail.example')
})
