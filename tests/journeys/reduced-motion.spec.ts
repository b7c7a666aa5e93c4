import type { Page } from '@playwright/test'
import { addAllToCart } from './purchase-steps.ts'
import { expect, findByNumber, test, testServer } from './test-server.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, serviceWorkers: 'block' })

/** Longest fade that is allowed with reduced motion. */
const maxFadeInMs = 120

interface RecordedAnimation {
  readonly name: string
  readonly properties: readonly string[]
  /** Duration of all iterations in milliseconds. */
  readonly durationInMs: number
}

/** Records the running animations and the values of animated counts in every frame. */
async function recordMotion(page: Page): Promise<{ animations: RecordedAnimation[]; counts: Set<string> }> {
  const animations: RecordedAnimation[] = []
  const counts = new Set<string>()
  await page.exposeFunction('sawAnimation', (animation: RecordedAnimation) => animations.push(animation))
  await page.exposeFunction('sawCount', (text: string) => counts.add(text))
  await page.addInitScript(() => {
    const { sawAnimation, sawCount } = window as unknown as {
      sawAnimation: (animation: object) => void
      sawCount: (text: string) => void
    }
    const reported = new WeakSet<Animation>()
    const keyframeSettings: Readonly<Record<string, true>> = {
      offset: true,
      computedOffset: true,
      easing: true,
      composite: true,
    }
    const recordFrame = () => {
      for (const animation of document.getAnimations()) {
        if (reported.has(animation)) continue
        reported.add(animation)
        const effect = animation.effect as KeyframeEffect
        const timing = effect.getComputedTiming()
        const names = effect.getKeyframes().flatMap((frame) => Object.keys(frame))
        sawAnimation({
          name:
            'animationName' in animation
              ? animation.animationName
              : `transition of ${effect.target?.nodeName}`,
          properties: [...new Set(names)].filter((name) => !keyframeSettings[name]),
          durationInMs: Number(timing.duration) * (timing.iterations ?? 1),
        })
      }
      const count = document.querySelector('p.display[aria-hidden] span[aria-hidden]')?.textContent
      if (count) sawCount(count)
      requestAnimationFrame(recordFrame)
    }
    requestAnimationFrame(recordFrame)
  })
  return { animations, counts }
}

test('nothing moves with reduced motion, and a fade ends at once', async ({ page }) => {
  const { animations, counts } = await recordMotion(page)
  await test.step('home, its menu', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Полумарафон «Три моста»' })).toBeVisible()
    await page.getByRole('button', { name: 'Меню' }).click()
    await expect(page.getByRole('dialog', { name: 'Главное меню' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Полумарафон «Три моста»' }).getByRole('link').click()
  })
  await test.step('an album, its dock and its viewer', async () => {
    const photos = page.getByRole('list', { name: 'Фото события' }).getByRole('listitem')
    await photos
      .first()
      .getByRole('button', { name: /^Выбрать/ })
      .click()
    await expect(page.getByRole('button', { name: 'В корзину' })).toBeVisible()
    await photos.nth(1).getByRole('button').first().click()
    const viewer = page.getByRole('dialog', { name: 'Просмотр фото' })
    await expect(viewer.getByText(/^2 из \d+$/)).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(viewer.getByText(/^3 из \d+$/)).toBeVisible()
    await page.keyboard.press('KeyZ')
    await expect(viewer.locator('[data-zoomed]')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
  })
  await test.step('the number of results, the cart, an item removed from it', async () => {
    await findByNumber(page)
    await addAllToCart(page)
    await page
      .getByRole('button', { name: /^Удалить «/ })
      .first()
      .click()
    await expect(page.locator('.pf-snack')).toBeVisible()
    await page.goto(`/event/${testServer.eventId}/selfie`)
    await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
    await expect(page.getByRole('button', { name: 'Снять', exact: true })).toBeEnabled()
  })
  expect([...counts], 'the count is there at once').toEqual(['8'])
  // at least one animation was recorded
  expect(animations.map(({ name }) => name)).toContain('pf-fade')
  const moving = animations.filter(
    ({ properties, durationInMs }) =>
      durationInMs > maxFadeInMs || properties.some((name) => name !== 'opacity'),
  )
  expect(moving).toEqual([])
})
