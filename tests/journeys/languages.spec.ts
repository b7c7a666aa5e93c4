import { readFileSync } from 'node:fs'
import { createIntl } from '@formatjs/intl'
import type { Page } from '@playwright/test'
import { isCyrillic, type Language, languageTable } from '../../contract/language/languages.ts'
import { readTexts, textPattern } from '../../scripts/screens/texts.ts'
import { readTenantLanguages } from '../support/server/tenant-languages.ts'
import { createEmail } from './purchase-steps.ts'
import { demoFile, expect, test, testServer } from './test-server.ts'

interface LanguageTexts {
  readonly language: Language
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

const demo = JSON.parse(readFileSync(demoFile('events.json'), 'utf8')) as {
  events: { title: Record<Language, string> }[]
}

/** Returns the texts of the way to the paid order, as the catalogues of a language have them. */
function readLanguageTexts(language: Language): LanguageTexts {
  const texts = readTexts(language)
  const getText = (id: string) => {
    const text = texts.get(id)
    if (text === undefined) throw new Error(`no text is called ${id}`)
    return text
  }
  const matchStart = (...ids: string[]) =>
    new RegExp(`^(${ids.map((id) => textPattern(texts, id).source).join('|')})`)
  const intl = createIntl({ locale: language, messages: { buy: getText('search.offer.buy') } })
  const buyLabel = intl.formatMessage({ id: 'buy' }, { count: 97, sum: '' }).trim()
  return {
    language,
    name: languageTable[language].nativeName,
    eventTitle: demo.events[0]?.title[language] ?? '',
    ownPhotos: getText('search.wall'),
    buyAll: new RegExp(`^${buyLabel.replace('97', String.raw`\d+`)}`),
    toOrder: matchStart('cart.orderFor'),
    email: getText('checkout.email.label'),
    agree: matchStart('checkout.agreement'),
    pay: matchStart('orders.pay'),
    approve: getText('approve'),
    paid: matchStart('orders.paid.title', 'orders.paid.thanks'),
  }
}

/** Languages of the default brand that are not in Cyrillic, which is how a text of another language is recognised. */
const languageTexts = readTenantLanguages('default')
  .filter((language) => !isCyrillic(language))
  .map(readLanguageTexts)

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
