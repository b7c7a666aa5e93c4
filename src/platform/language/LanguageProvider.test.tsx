// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { device } from '../storage/index.ts'
import { LanguageProvider, loadCatalogue, Text, useLanguage, useText } from './index.ts'

afterEach(cleanup)

function Probe() {
  const text = useText()
  const { setLanguage } = useLanguage()
  return (
    <button type="button" onClick={() => setLanguage('en')}>
      {text('app.cart', { count: 5 })} / <Text id="loading.retry" />
    </button>
  )
}

test('the language changes without a reload: texts, plurals, the document and the device', async () => {
  const start = { language: 'ru', catalogue: await loadCatalogue('ru') } as const
  render(
    <LanguageProvider start={start} languages={['ru', 'en']}>
      <Probe />
    </LanguageProvider>,
  )
  const button = screen.getByRole('button')
  expect(button.textContent).toBe('Корзина, 5 товаров / Повторить')
  fireEvent.click(button)
  expect(await screen.findByText('Cart, 5 items / Try again')).toBeTruthy()
  expect(document.documentElement.lang).toBe('en')
  expect(device.appLanguage.read()).toBe('en')
})
