import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, findByNumber, test, testServer } from './test-server.ts'

/**
 * Tests forced colors as on Windows: user colors, no shadows, no gradients. The meaning of a control
 * needs a line, a text or an icon.
 */
test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' }, serviceWorkers: 'block' })

/** Returns invisible controls: without border, text and icon. */
const findInvisibleControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const canvasColor = readSystemColor('Canvas')
    const controls = 'a[href], button, input, select, textarea, summary, [role=slider]'
    return [...document.querySelectorAll<HTMLElement>(controls)]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => element.getBoundingClientRect().width > 1)
      .filter((element) => !isVisible(element))
      .map((element) => `${element.tagName}.${element.className} ${element.ariaLabel ?? ''}`)

    function isVisible(element: HTMLElement): boolean {
      const isField = element.matches('input, select, textarea')
      const container = element.closest('label, .pf-input, .pf-pick') ?? element
      if (isField) return hasLine(element) || hasLine(container) || hasIcon(container)
      if (element.matches('.pf-btn, .pf-chip')) return hasLine(element)
      return hasLine(element) || hasIcon(element) || hasPicture(element) || element.innerText.trim() !== ''
    }
    function hasLine(element: Element): boolean {
      const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(element)
      return (
        Number.parseFloat(borderTopWidth) >= 1 && borderTopStyle !== 'none' && borderTopColor !== canvasColor
      )
    }
    function hasIcon(element: Element): boolean {
      const drawn = [...element.querySelectorAll('svg')].map((svg) => getComputedStyle(svg))
      return drawn.some(({ stroke, fill }) =>
        [stroke, fill].some((color) => color !== 'none' && color !== canvasColor),
      )
    }
    function hasPicture(element: Element): boolean {
      // the camera's window is a button over the video
      return element.querySelector('img') !== null || element.matches('.pf-bezel + button')
    }
    function readSystemColor(name: string): string {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.cssText = `forced-color-adjust: none; color: ${name}`
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }
  })

/** Returns selected options that look like the others. */
const findUnmarkedChoices = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const chosen =
      '[aria-pressed=true], [aria-current]:not([aria-current=false]), [aria-selected=true], [aria-checked=true]'
    return [...document.querySelectorAll<HTMLElement>(chosen)]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const unselected = [...document.querySelectorAll<HTMLElement>(buildKindSelector(element))].filter(
          (other) => !other.matches(chosen) && other.checkVisibility(),
        )
        return unselected.some((other) => describeLook(other) === describeLook(element))
      })
      .map((element) => `${element.className} ${element.ariaLabel ?? element.innerText}`)

    function buildKindSelector(element: HTMLElement): string {
      if (element instanceof HTMLInputElement) return `input[type=${element.type}]`
      const [name = ''] = element.classList
      return name ? `.${name}` : `${element.tagName.toLowerCase()}:not([class])`
    }
    /** Returns borders, font weight, icon, and fills in system colors; ignores other colors. */
    function describeLook(element: HTMLElement): string {
      const partStyles = [undefined, '::before', '::after'].map((part) => {
        const style = getComputedStyle(element, part)
        const isFilled = style.forcedColorAdjust === 'none' && style.backgroundColor
        return [style.borderWidth, style.borderStyle, style.textDecorationLine, style.fontWeight, isFilled]
      })
      const line = getComputedStyle(element).borderBottomColor
      return JSON.stringify([partStyles, line, element.querySelector('svg')?.innerHTML])
    }
  })

/** Presses Tab several times. @returns the focused elements without a visible focus ring */
async function findWithoutFocusRing(page: Page, tabCount: number): Promise<string[]> {
  const without: string[] = []
  for (let stop = 0; stop < tabCount; stop++) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) continue
    const name = await focused.evaluate((element) => element.ariaLabel ?? element.outerHTML.slice(0, 90))
    if (!(await hasFocusRing(page, focused))) without.push(name)
  }
  return without
}

/** Returns whether screenshots of an element with and without focus differ by a ring. */
async function hasFocusRing(page: Page, focused: Locator): Promise<boolean> {
  const element = await focused.elementHandle()
  // the focus ring of a card's button is drawn on the card
  const ringHandle = await element?.evaluateHandle((each) => each.closest('.pf-radio') ?? each)
  const box = await ringHandle?.asElement()?.boundingBox()
  const screen = page.viewportSize()
  if (!element || !box || !screen) return false
  const [x, y] = [Math.max(0, box.x - 8), Math.max(0, box.y - 8)]
  const clip = {
    x,
    y,
    width: Math.min(screen.width, box.x + box.width + 8) - x,
    height: Math.min(screen.height, box.y + box.height + 8) - y,
  }
  const takePixels = async () => {
    const png = await page.screenshot({ clip, animations: 'disabled' })
    return sharp(png).removeAlpha().raw().toBuffer()
  }
  const [withFocus, perimeterInPx] = [await takePixels(), 2 * (box.width + box.height)]
  // blurring keeps the tab position
  await element.evaluate((each) => (each as HTMLElement).blur())
  const without = await takePixels()
  let changed = 0
  for (let at = 0; at < withFocus.length; at += 3) {
    const difference = [0, 1, 2].map((channel) =>
      Math.abs((withFocus[at + channel] ?? 0) - (without[at + channel] ?? 0)),
    )
    if (Math.max(...difference) > 60) changed++
  }
  // a ring of two pixels, of which a quarter may match by chance or be off the screen
  return changed > 1.5 * Math.min(perimeterInPx, 2 * (clip.width + clip.height))
}

async function expectVisibleControls(page: Page, name: string): Promise<void> {
  await expect(page.locator('main h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect.soft(await findInvisibleControls(page), `${name}: nothing to be seen of`).toEqual([])
  expect.soft(await findUnmarkedChoices(page), `${name}: chosen, and drawn like the rest`).toEqual([])
}

test('with the reader’s own few colours every control, every choice and the focus are drawn', async ({
  page,
}) => {
  test.slow()
  const items = page.getByRole('list', { name: 'Фото события' }).getByRole('listitem')

  await test.step('home and its menu', async () => {
    await page.goto('/')
    await expectVisibleControls(page, 'home')
    expect.soft(await findWithoutFocusRing(page, 8), 'home: focus that is not seen').toEqual([])
    await page.getByRole('button', { name: 'Меню' }).click()
    await expectVisibleControls(page, 'menu')
    await page.keyboard.press('Escape')
  })

  await test.step('an album with a photo in the cart and one that is chosen', async () => {
    await page.goto(`/event/${testServer.eventId}`)
    await items
      .first()
      .getByRole('button', { name: /^Выбрать/ })
      .click()
    await page.getByRole('button', { name: 'В корзину' }).click()
    await expect(page).toHaveURL('/cart')
    await expectVisibleControls(page, 'cart')
    await page.goBack()
    await expect(items.first()).toContainText('в корзине')
    await items
      .nth(2)
      .getByRole('button', { name: /^Выбрать/ })
      .click()
    await expectVisibleControls(page, 'album')
    const edges = [2, 3].map((at) =>
      items
        .nth(at)
        .locator('.pf-tile')
        .evaluate((tile) => getComputedStyle(tile, '::after').borderTopWidth),
    )
    expect.soft(await Promise.all(edges), 'the frame of the chosen photo').toEqual(['4px', '0px'])
    await items.nth(3).getByRole('button').first().focus()
    await page.keyboard.press('ArrowLeft')
    expect.soft(await hasFocusRing(page, page.locator(':focus')), 'focus on a chosen photo').toBe(true)
  })

  await test.step('the viewer, the results', async () => {
    await items.nth(2).getByRole('button').first().click()
    await expect(page.getByRole('dialog', { name: 'Просмотр фото' })).toBeVisible()
    await expectVisibleControls(page, 'viewer')
    expect.soft(await findWithoutFocusRing(page, 5), 'viewer: focus that is not seen').toEqual([])
    await findByNumber(page)
    await expectVisibleControls(page, 'results')
  })

  await test.step('the checkout', async () => {
    await page.goto('/order')
    await expectVisibleControls(page, 'checkout')
    expect.soft(await findWithoutFocusRing(page, 9), 'checkout: focus that is not seen').toEqual([])
    await page.getByRole('checkbox', { name: /Принимаю оферту/ }).check()
    await expectVisibleControls(page, 'checkout, agreed')
  })

  await test.step('the selfie', async () => {
    await page.goto(`/event/${testServer.eventId}/selfie`)
    await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
    await expect(page.getByRole('button', { name: 'Снять', exact: true })).toBeEnabled()
    await expectVisibleControls(page, 'camera')
    expect.soft(await findWithoutFocusRing(page, 4), 'camera: focus that is not seen').toEqual([])
  })
})

test.describe(() => {
  test.use({ contextOptions: { forcedColors: 'none', reducedMotion: 'reduce' } })

  test('in the brand’s colours the focus is seen on a photo, chosen or not', async ({ page }) => {
    await page.goto(`/event/${testServer.eventId}`)
    const photo = page.getByRole('list', { name: 'Фото события' }).getByRole('listitem').nth(2)
    const focused = page.locator(':focus')
    await photo.getByRole('button').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    expect(await hasFocusRing(page, focused)).toBe(true)
    await photo.getByRole('button', { name: /^Выбрать/ }).click()
    await photo.getByRole('button').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    expect(await hasFocusRing(page, focused)).toBe(true)
  })
})
