// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { EmailField } from './EmailField.tsx'

afterEach(cleanup)

function Form({ first = '' }) {
  const [value, setValue] = useState(first)
  const field = useRef<HTMLInputElement>(null)
  return <EmailField label="E-mail" ok value={value} onType={setValue} field={field} />
}

async function renderField(first?: string): Promise<HTMLInputElement> {
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <Form first={first} />
    </LanguageProvider>,
  )
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' })
}

const findSuggestion = () => screen.queryByRole('button', { name: /Did you mean/ })

test('a typo in a well-known domain is asked about once the field is left, and mended with one tap', async () => {
  const field = await renderField()
  fireEvent.change(field, { target: { value: 'andrei@gmial.com' } })
  expect(findSuggestion()).toBeNull()
  fireEvent.blur(field)
  expect(findSuggestion()?.textContent).toBe('Did you mean gmail.com? Fix it')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  expect(field.closest('.pf-input-ok')).toBeNull()
  fireEvent.click(findSuggestion() as HTMLElement)
  expect(field.value).toBe('andrei@gmail.com')
  expect(document.activeElement).toBe(field)
  expect(findSuggestion()).toBeNull()
  expect(field.closest('.pf-input-ok')).not.toBeNull()
})

test('a typo of last time is asked about at once', async () => {
  await renderField('andrei@gmial.com')
  expect(findSuggestion()).not.toBeNull()
})

test('an address that only looks unusual is left alone', async () => {
  const field = await renderField()
  fireEvent.change(field, { target: { value: 'andrei@running-club.example' } })
  fireEvent.blur(field)
  expect(findSuggestion()).toBeNull()
})
