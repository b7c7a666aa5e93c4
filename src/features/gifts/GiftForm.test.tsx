// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import { sampleEvent } from '../../../tests/support/data/album.ts'
import { buildProduct } from '../../../tests/support/data/catalog.ts'
import { GiftForm } from './GiftForm.tsx'

const product = buildProduct('promocode', 100_000)
const listRecipients = (count: number) =>
  Array.from({ length: count }, (_, index) => `a${index}@mail.example`).join('\n')

beforeEach(() => localStorage.clear())
afterEach(cleanup)

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
