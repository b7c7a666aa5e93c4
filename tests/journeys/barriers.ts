import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What a reader with other senses or other tools would stumble over; the page is judged when it stands still. */
export async function barriersOf(page: Page): Promise<{ id: string; at: string[] }[]> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  )
  // of WCAG 2.2, and left out by axe unless asked for
  const options = { rules: { 'target-size': { enabled: true } } }
  const { violations } = await new AxeBuilder({ page }).options(options).analyze()
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }))
}
