import type { Page } from '@playwright/test'
import { createEmail } from './purchase-steps.ts'
import { expect, test, testServer } from './test-server.ts'

interface LanguageTexts {
  readonly language: string
  readonly name: string
  readonly eventTitle: string
  readonly ownPhotos: string
  readonly buyAll: RegExp
  readonly toOrder: RegExp
  readonly email: string
  readonly agree: RegExp
  readonly pay: RegExp
  readonly approve: string
  readonly paid: RegExp
}

const languageTexts: LanguageTexts[] = [
  {
    language: 'en',
    name: 'English',
    eventTitle: 'Three Bridges Half Marathon',
    ownPhotos: 'Your photos',
    buyAll: /^All \d+ photos — /,
    toOrder: /^Check out/,
    email: 'Where to send the files',
    agree: /offer/,
    pay: /^Pay/,
    approve: 'Pay',
    paid: /Finished/,
  },
  {
    language: 'es',
    name: 'Español',
    eventTitle: 'Media maratón de los Tres Puentes',
    ownPhotos: 'Tus fotos',
    buyAll: /^Las \d+ fotos — /,
    toOrder: /^Pedir por/,
    email: 'Dónde enviar los archivos',
    agree: /oferta/,
    pay: /^Pagar/,
    approve: 'Pagar',
    paid: /Meta/,
  },
]

/** Returns all visible and announced texts: texts, labels, alternative texts; without proper names. */
function listTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isPageText = !node.parentElement?.closest('script, style, noscript, option, [translate=no]')
      if (isPageText) found.push(node.textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [alt], [placeholder], [title]')) {
      for (const name of ['aria-label', 'alt', 'placeholder', 'title']) {
        found.push(element.getAttribute(name) ?? '')
      }
    }
    return found
  })
}

/** Checks that there are no texts of another language, and no text ids. */
async function expectLanguage(page: Page, { language }: LanguageTexts): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const words = await listTexts(page)
  const foreign = words.filter((text) => /\p{Script=Cyrillic}/u.test(text))
  const ids = words.filter((text) =>
    /\b(app|cart|catalog|checkout|error|events|orders|photos|search|selfie)\.[a-z]\w+/i.test(text),
  )
  expect.soft({ at: new URL(page.url()).pathname, foreign, ids }).toMatchObject({ foreign: [], ids: [] })
}

for (const words of languageTexts) {
  test(`the way from home to the paid order speaks ${words.name}`, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('combobox', { name: 'Язык' }).selectOption({ label: words.name })
    await expect(page.getByRole('heading', { name: words.eventTitle })).toBeVisible()
    await expectLanguage(page, words)
    await page.goto(`/event/${testServer.eventId}`)
    await expect(page.getByRole('heading', { level: 1, name: words.eventTitle })).toBeVisible()
    await expectLanguage(page, words)
    await page.goto(`/event/${testServer.eventId}/my`)
    await expectLanguage(page, words)
    await page.goto(`/event/${testServer.eventId}/selfie`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectLanguage(page, words)
    await page.goto('/search')
    await expect(page.getByText(words.eventTitle)).toBeVisible()
    await expectLanguage(page, words)
    await page.goto(`/search/${testServer.eventId}/128`)
    await expect(page.getByRole('list', { name: words.ownPhotos })).toBeVisible()
    await expectLanguage(page, words)
    await page.getByRole('button', { name: words.buyAll }).click()
    await expect(page).toHaveURL('/order')
    await page.goto('/cart')
    await expect(page.getByRole('link', { name: words.toOrder })).toBeVisible()
    await expectLanguage(page, words)
    await page.getByRole('link', { name: words.toOrder }).click()
    await page.getByRole('textbox', { name: words.email }).fill(createEmail())
    await page.getByRole('checkbox', { name: words.agree }).check()
    await expectLanguage(page, words)
    await page.getByRole('button', { name: words.pay }).click()
    await expect(page.getByRole('button', { name: words.approve, exact: true })).toBeVisible()
    await expectLanguage(page, words)
    await page.getByRole('button', { name: words.approve, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: words.paid })).toBeVisible()
    await expectLanguage(page, words)
  })
}
