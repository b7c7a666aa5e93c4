// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, test } from 'vitest'
import type { Language } from '../../../contract/language/languages.ts'
import { requestForms } from '../../../contract/requests.ts'
import type { Settings } from '../../../contract/settings.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { PartnersPage } from './PartnersPage.tsx'

afterEach(cleanup)

/** Lists the languages whose texts are checked. */
const languages = ['ru', 'en', 'es'] as const

/** Returns the text of a page with all whitespace normalized. */
async function renderAndReadText(path: string, language: Language): Promise<string> {
  getDefaultStore().set(settingsAtom, { tenantName: 'Photofinish', languages } as unknown as Settings)
  history.replaceState(null, '', path)
  const catalogue = await loadCatalogue(language)
  const { container } = render(
    <LanguageProvider start={{ language, catalogue }} languages={languages}>
      <PartnersPage />
    </LanguageProvider>,
  )
  return (container.textContent ?? '').replace(/\s/g, ' ')
}

const joinDigitGroups = (text: string) => text.replace(/(?<=\d)[ ,.](?=\d{3})/g, '')

const models: Record<(typeof languages)[number], readonly RegExp[]> = {
  ru: [/^Аренда сервиса/, /^Комиссия/, /^Фиксированная плата/],
  en: [/^Rental of the service/, /^Commission/, /^Fixed fee/],
  es: [/^Alquiler del servicio/, /^Comisión/, /^Tarifa fija/],
}

test.each(languages)(
  'organizers read three models with their figures and four cases, in %s',
  async (language) => {
    const pageText = joinDigitGroups(await renderAndReadText('/for-organizers', language))
    expect(screen.getAllByRole('heading', { level: 2 }).slice(0, 3)).toHaveLength(3)
    for (const model of models[language]) expect(screen.getAllByText(model).length).toBeGreaterThan(0)
    expect(pageText).toMatch(/на участника|per runner|por corredor/)
    expect(pageText).toMatch(/15–40 ?%/)
    expect(pageText).toMatch(/15 (до|to|al) 40/)
    expect(pageText).toMatch(/50 (дней|days|días)/)
    expect(pageText).toMatch(/98 ?%/)
    expect(pageText).toMatch(/1 (минут|minute|minuto)/)
    expect(pageText).toMatch(/24 (часа|hours|horas)/)
    const rows = screen.getAllByRole('img')
    expect(rows).toHaveLength(4)
    expect(
      rows.every((picture) => picture.getAttribute('loading') === 'lazy' && picture.getAttribute('alt')),
    ).toBe(true)
    // a quarter of 3000 × 320 roubles
    expect(pageText).toContain(String(3000 * 320))
    expect(pageText).toContain(String((3000 * 320) / 4))
  },
)

test.each(languages)('photographers read what they are paid, in %s', async (language) => {
  const pageText = joinDigitGroups(await renderAndReadText('/for-photographers', language))
  expect(pageText).toMatch(/5000 ?₽|₽ ?5000/)
  expect(pageText).toMatch(/1500 ?₽|₽ ?1500/)
  expect(pageText).toMatch(/4 (часов|hours|horas)/)
  expect(pageText).toMatch(/(Дорога|Travel|Viaje).*(оплачиваем|we pay|lo pagamos)/)
})

const offers = [
  /Баннер|Banner/,
  /Слайдер|Slider|Carrusel/,
  /Логотип на фото|Logo on photos|Logotipo en las fotos/,
  /Своя витрина|Your own storefront|Tu propia tienda/,
  /Бренд-зона|Brand zone|Zona de marca/,
  /Продажа товаров|Product sales|Venta de productos/,
]

test.each(languages)('business reads the six offers, in %s', async (language) => {
  await renderAndReadText('/for-business', language)
  const list = screen.getAllByRole('list')[0]
  expect(list?.querySelectorAll('li')).toHaveLength(6)
  for (const offer of offers) expect(list?.textContent).toMatch(offer)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/gift')
})

test.each([
  ['/for-photographers', 'photographer'],
  ['/for-organizers', 'organizer'],
  ['/for-business', 'business'],
] as const)('the address %s?request opens the form of a %s', async (path, kind) => {
  await renderAndReadText(`${path}?request`, 'en')
  const form = screen.getByRole('dialog').querySelector('form')
  const names = [...(form?.querySelectorAll('input, textarea') ?? [])].map((field) =>
    field.getAttribute('name'),
  )
  expect(names).toEqual(Object.keys(requestForms[kind]))
})

test('a form has two columns on a tablet, where a field of several lines takes both', async () => {
  await renderAndReadText('/for-photographers?request', 'en')
  const fields = screen.getByRole('dialog').querySelector('form > div')
  expect(fields?.className).toContain('md:max-lg:grid-cols-2')
  const areWide = [...(fields?.children ?? [])].map((field) => [
    field.querySelector('textarea') !== null,
    field.classList.contains('md:max-lg:col-span-2'),
  ])
  expect(areWide.map(([isText]) => isText)).toContain(true)
  for (const [isText, isWide] of areWide) expect(isWide).toBe(isText)
})

test.each([
  ['/for-photographers', 'ru', ['Введите имя и фамилию', 'Введите e-mail', 'Введите название города']],
  ['/for-photographers', 'en', ['Enter a name and surname', 'Enter the email', 'Enter the city name']],
  ['/for-business', 'ru', ['Введите номер телефона']],
  ['/for-business', 'en', ['Enter the phone number']],
  ['/for-business', 'es', ['Escribe el número de teléfono']],
] as const)(
  'an empty form of %s asks for what is missing at its fields, in %s',
  async (path, language, missing) => {
    await renderAndReadText(`${path}?request`, language)
    const form = screen.getByRole('dialog').querySelector('form')
    if (!form) throw new Error('no form')
    fireEvent.submit(form)
    for (const pageText of missing) {
      const id = (await screen.findByText(pageText)).closest('[id]')?.id ?? ''
      const field = form.querySelector(`[aria-describedby~="${id}"]`)
      expect([pageText, field?.getAttribute('aria-invalid')]).toEqual([pageText, 'true'])
    }
  },
)
