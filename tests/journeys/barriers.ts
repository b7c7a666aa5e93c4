import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

interface Barrier {
  id: string
  at: string[]
}

/** What a reader with other senses or other tools would stumble over; the page is judged when it stands still. */
export async function barriersOf(page: Page): Promise<Barrier[]> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  )
  // of WCAG 2.2, and of names that leave out what is to be seen; axe judges neither unless asked to
  const rules = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } }
  const { violations } = await new AxeBuilder({ page }).options({ rules }).analyze()
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }))
  const small = await smallTargets(page)
  return small.length > 0 ? [...found, { id: 'smaller than a finger', at: small }] : found
}

/**
 * What is meant to be touched and is less than 48 px high or wide, the house's own measure: twice that of the standard.
 * Words of a sentence that are a link, and what is only there for the keyboard, may be smaller.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const leastInPx = 48
    const touched =
      'a[href], button, input, select, textarea, summary, [role=slider], [role=option], [role=radio], [role=checkbox]'
    const layer = [...document.querySelectorAll('[aria-modal]')].at(-1) ?? document
    return [...layer.querySelectorAll<HTMLElement>(touched)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !isOutOfSight(element) && !isInSentence(element))
      .map((element) => ({ element, size: sizeOf(element) }))
      .filter(({ size }) => Math.min(size.width, size.height) < leastInPx - 0.5)
      .map(({ element, size }) => {
        const name = element.ariaLabel ?? element.textContent.trim().slice(0, 40)
        return `${element.tagName} “${name}” ${Math.round(size.width)} × ${Math.round(size.height)}`
      })

    function isOutOfSight(element: HTMLElement): boolean {
      return getComputedStyle(element).clipPath === 'inset(50%)'
    }
    function isInSentence(element: HTMLElement): boolean {
      if (getComputedStyle(element).display !== 'inline') return false
      const own = element.textContent.trim()
      return (element.closest('p, li, label, dd, td')?.textContent.trim() ?? own) !== own
    }
    /** With its label, which takes the touch for it, and the row that it is spread over. */
    function sizeOf(element: HTMLElement): { width: number; height: number } {
      const around = element.closest('label')
      const labels =
        element instanceof HTMLInputElement ? [...(element.labels ?? [])] : around ? [around] : []
      const { content, position, inset } = getComputedStyle(element, '::after')
      const isSpread = content !== 'none' && position === 'absolute' && inset === '0px'
      const row = isSpread && element.offsetParent ? [element.offsetParent] : []
      const boxes = [element, ...labels, ...row].map((each) => each.getBoundingClientRect())
      return {
        width: Math.max(...boxes.map(({ width }) => width)),
        height: Math.max(...boxes.map(({ height }) => height)),
      }
    }
  })
}
