import { addPackageToCart, chooseAtBank, expectPaid, fillCheckout, findPayButton } from './purchase-steps.ts'
import { expect, openContext, test } from './test-server.ts'

// Playwright misses requests of a page while a worker takes control of it
test.use({ serviceWorkers: 'block' })

const phone = { viewport: { width: 390, height: 844 }, locale: 'ru-RU' }

test('a bank’s app that opens another browser opens the right order there, once', async ({
  page,
  browser,
}) => {
  await addPackageToCart(page)
  await fillCheckout(page)
  await findPayButton(page).click()
  await expect(page).toHaveURL(/\/bank\//)
  const bankUrl = page.url()

  const other = await (await openContext(browser, phone)).newPage()
  const returnRequest = other.waitForRequest(/\/order-complete\?/)
  await other.goto(bankUrl)
  await chooseAtBank(other, 'Оплатить')
  const address = (await returnRequest).url()
  await expectPaid(other)
  await expect(other).not.toHaveURL(/handle|mark/)
  const orderPath = new URL(other.url()).pathname

  await test.step('the address that the bank has seen is no longer valid', async () => {
    const thirdPage = await (await openContext(browser, phone)).newPage()
    await thirdPage.goto(address)
    await expect(thirdPage.getByRole('alert')).toContainText('уже открывалась или устарела')
    await expect(thirdPage.getByRole('heading', { level: 1, name: 'Заказа здесь нет' })).toBeVisible()
    await thirdPage.context().close()
  })

  await test.step('the browser that ordered shows the payment, once', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 2, name: 'Заказ оплачен' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Открыть фото' })).toHaveAttribute('href', orderPath)
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Где вы финишировали?' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Заказ оплачен' })).toBeHidden()
  })
  await other.context().close()
})

test('the browser that left for the bank finds its order without the handle', async ({ page, browser }) => {
  await addPackageToCart(page)
  await fillCheckout(page)
  await findPayButton(page).click()
  await expect(page).toHaveURL(/\/bank\//)
  const returnRequest = page.waitForRequest(/\/order-complete\?/)
  await chooseAtBank(page, 'Промолчать')
  const address = (await returnRequest).url()
  await expect(page.getByRole('heading', { level: 1, name: 'Проверяем оплату' })).toBeVisible()
  await expect(page).toHaveURL('/order-complete')

  await test.step('and the handle cannot be used again', async () => {
    const other = await (await openContext(browser, phone)).newPage()
    await other.goto(address)
    await expect(other.getByRole('alert')).toContainText('уже открывалась или устарела')
    await other.context().close()
  })

  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Проверяем оплату' })).toBeVisible()
})
