import type { Page } from '@playwright/test'
import { addPhotoToCart, brands, createBrandEvents, fetchCart, getBrandOrigin } from './brands.ts'
import { expect, test } from './test-server.ts'

// Playwright misses requests of a page while a worker takes control of it
test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })

const findMenuLinks = (page: Page) => page.getByRole('banner').getByRole('navigation').getByRole('link')
const findFooter = (page: Page) => page.getByRole('contentinfo')
const [, trail, us] = brands
const sister = { host: 'sister.localhost' }

test.beforeAll(async () => {
  test.setTimeout(120_000)
  await createBrandEvents('us')
})

test('the US variant is in English only, with a short menu, no foot, dollars, and a way back in words', async ({
  page,
}) => {
  if (!us) throw new Error('there is no US variant')
  await page.addInitScript(() => localStorage.setItem('appLanguage', 'ru'))
  await page.goto(getBrandOrigin(us))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(findMenuLinks(page)).toHaveText(['Runners', 'Contacts'])
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveCount(0)
  await expect(findFooter(page)).toHaveCount(0)
  const back = page.getByRole('banner').getByRole('link', { name: 'Back to site' })
  await expect(back).toHaveText('Back to site')
  await expect(back).toHaveAttribute('href', 'https://race-weekend.example/')
  expect(await page.locator('body').innerText()).not.toMatch(/\p{Script=Cyrillic}/u)

  await addPhotoToCart(page, us)
  await expect(page.getByRole('main')).toContainText(/\$\d/)
  await expect(page.getByRole('main')).not.toContainText('₽')
  expect(await fetchCart(page)).toMatchObject({
    currencyId: 840,
    attributes: [
      { key: 'Language', value: 'en' },
      { key: 'Theme', value: 'photofinishUSA' },
    ],
  })
  // the link back is only on the home page
  await expect(back).toHaveCount(0)
  for (const path of ['/for-organizers', '/for-photographers', '/for-business']) {
    await page.goto(`${getBrandOrigin(us)}${path}`)
    await expect(page).toHaveURL(`${getBrandOrigin(us)}/`)
  }
})

test('the sister brand has no pages for partners, and no support for Russian readers', async ({ page }) => {
  await page.goto(getBrandOrigin(sister))
  await expect(findMenuLinks(page)).toHaveText(['Участникам', 'Контакты'])
  await expect(findFooter(page).getByRole('link', { name: 'Telegram' })).toBeVisible()
  await expect(findFooter(page).getByRole('link', { name: 'Поддержка' })).toHaveCount(0)
  await findFooter(page).getByRole('combobox', { name: 'Язык' }).selectOption({ label: 'English' })
  await expect(findFooter(page).getByRole('link', { name: 'Support' })).toHaveAttribute(
    'href',
    /stayer-photo$/,
  )
  await expect(findFooter(page).getByRole('link', { name: 'Telegram' })).toHaveCount(0)
  for (const path of ['/for-organizers', '/for-photographers', '/for-business']) {
    await page.goto(`${getBrandOrigin(sister)}${path}`)
    await expect(page).toHaveURL(`${getBrandOrigin(sister)}/`)
  }
})

test('the trail speaks two languages, and leads back to its own site from home', async ({ page }) => {
  if (!trail) throw new Error('there is no trail')
  await page.goto(getBrandOrigin(trail))
  const languages = page.getByRole('banner').getByRole('combobox', { name: 'Язык' }).getByRole('option')
  await expect(languages).toHaveText(['Русский', 'English'])
  const back = page.getByRole('banner').getByRole('link', { name: 'Вернуться на сайт' })
  await expect(back).toHaveAttribute('href', 'https://white-trail.example/')
  await page.goto(`${getBrandOrigin(trail)}/contacts`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(back).toHaveCount(0)
})
