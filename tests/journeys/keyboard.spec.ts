import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { unzip } from '../support/data/unzip.ts'
import { findBuyAllButton } from './purchase-steps.ts'
import { expect, test, testServer } from './test-server.ts'

// keyboard only: nothing here may be clicked, tapped or focused by a script

interface TabStop {
  readonly description: string
  readonly hasRing: boolean
  readonly isUncovered: boolean
}

/** Returns the focused element, with whether it has a focus ring and is uncovered. */
const readFocusedStop = (page: Page): Promise<TabStop | null> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    const description = `${element.tagName} ${element.ariaLabel ?? element.textContent?.trim().slice(0, 40) ?? ''}`
    // the ring of a field, a card or a select is drawn on an ancestor
    const ringCandidates = [element, element.parentElement, element.parentElement?.parentElement]
    const hasRing = ringCandidates.some((each) => {
      if (!each) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
      const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      return isOutlined || /0px 0px 0px 3px inset/.test(boxShadow)
    })
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isUncovered = middle !== null && (element.contains(middle) || middle.contains(element))
    return { description, hasRing, isUncovered }
  })

/** Presses Tab until an element is focused; every stop on the way must be visible, ringed and named. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  const passedStops: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key)
    const stop = await readFocusedStop(page)
    if (!stop) continue
    passedStops.push(stop.description)
    // elements further down are scrolled into view
    await expect
      .poll(() => readFocusedStop(page), { message: stop.description })
      .toMatchObject({ hasRing: true, isUncovered: true })
    await expect(page.locator(':focus')).toHaveAccessibleName(/\S/)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target.toString()} is not reached by way of ${passedStops.join(' > ')}`)
}

async function tabAndPress(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

test('from home to the files by keyboard: every stop is visible, ringed and named, and each layer returns the focus', async ({
  page,
}) => {
  test.slow()
  await test.step('past the bar, into the menu and out of it', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Полумарафон «Три моста»' })).toBeVisible()
    await tabAndPress(page, page.getByRole('link', { name: 'К содержанию' }))
    await expect(page.getByRole('main')).toBeFocused()
    const menu = page.getByRole('button', { name: 'Меню' })
    await tabTo(page, menu, 'Shift+Tab')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Главное меню' })
    // on touch screens the dialog itself is focused, so that no on-screen keyboard opens
    await expect(drawer).toBeFocused()
    await tabTo(page, drawer.getByRole('link', { name: 'Контакты' }))
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(menu).toBeFocused()
  })

  await test.step('to the event, and to the photos of a number', async () => {
    await tabAndPress(page, page.getByRole('heading', { name: 'Полумарафон «Три моста»' }).getByRole('link'))
    await expect(page.getByRole('heading', { level: 1, name: 'Полумарафон «Три моста»' })).toBeFocused()
    await tabAndPress(page, page.getByRole('button', { name: 'По номеру или фамилии' }))
    await tabTo(page, page.getByRole('combobox', { name: 'Номер или фамилия' }))
    await page.keyboard.type('128')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/search/${testServer.eventId}/128`)
    await expect(page.getByRole('heading', { level: 1, name: /фото с вами/ })).toBeFocused()
  })

  await test.step('a photo opens, turns, and returns the focus to its opener', async () => {
    const photos = page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem')
    const first = photos.first().getByRole('button').first()
    await expect(first).toHaveAccessibleName(/номера? .*128.*, \d\d:\d\d$/)
    await tabAndPress(page, first)
    const viewer = page.getByRole('dialog', { name: 'Просмотр фото' })
    await expect(viewer).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/at=1/)
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(first).toBeFocused()
    // the wall is one tab stop: arrows move inside it
    await page.keyboard.press('ArrowRight')
    await expect(photos.nth(1).getByRole('button').first()).toBeFocused()
  })

  await test.step('all of them, and through the checkout', async () => {
    await tabAndPress(page, findBuyAllButton(page))
    await expect(page).toHaveURL('/order')
    await expect(page.getByRole('heading', { level: 1, name: 'Оплата' })).toBeFocused()
    await tabTo(page, page.getByRole('textbox', { name: 'Куда прислать файлы' }))
    await page.keyboard.type('klava@example.com')
    const selectedMethod = page.getByRole('radio', { checked: true })
    await tabTo(page, selectedMethod)
    const before = await selectedMethod.textContent()
    await page.keyboard.press('ArrowDown')
    await expect(selectedMethod).toBeFocused()
    await expect(selectedMethod).not.toHaveText(before ?? '')
    await tabAndPress(page, page.getByRole('checkbox', { name: /Принимаю оферту/ }), 'Space')
    await tabAndPress(page, page.getByRole('button', { name: /^Оплатить/ }))
  })

  const archive = await test.step('pays at the bank, and downloads', async () => {
    await expect(page.getByText('Учебный банк. Деньги не списываются.')).toBeVisible()
    await tabAndPress(page, page.getByRole('button', { name: 'Оплатить', exact: true }))
    await expect(page.getByRole('heading', { level: 1, name: /Финиш/ })).toBeVisible()
    const download = page.waitForEvent('download')
    await tabAndPress(page, page.getByRole('button', { name: /^Скачать архив/ }))
    return unzip(await readFile(await (await download).path()))
  })
  expect(archive.size).toBe(8)
})

test('a chip half outside the edge scrolls into view on focus', async ({ page }) => {
  await page.goto(`/search/${testServer.eventId}/128`)
  const views = page.getByRole('group', { name: 'Что показать' })
  const share = views.getByRole('button', { name: 'Поделиться' })
  await tabTo(page, views.getByRole('link', { name: 'Пакеты и скидки' }))
  // 40 px of it are visible, which is enough for Chromium not to scroll
  await share.evaluate((chip) => {
    const row = chip.parentElement
    if (row) row.scrollLeft += chip.getBoundingClientRect().left + 40 - window.innerWidth
  })
  await page.keyboard.press('Tab')
  await expect(share).toBeFocused()
  await expect(share).toBeInViewport({ ratio: 1 })
})
