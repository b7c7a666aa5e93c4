import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

interface Violation {
  id: string
  selectors: string[]
}

/** Returns the accessibility violations of a page; call when it is idle. */
export async function findAccessibilityViolations(page: Page): Promise<Violation[]> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  )
  // WCAG 2.2 target size, and names that omit the visible label; axe checks both only on request
  const rules = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } }
  const { violations } = await new AxeBuilder({ page }).options({ rules }).analyze()
  const found = violations.map(({ id, nodes }) => ({
    id,
    selectors: nodes.map(({ target }) => target.join(' ')),
  }))
  const smallTargets = await findSmallTargets(page)
  return smallTargets.length > 0
    ? [...found, { id: 'smaller than a finger', selectors: smallTargets }]
    : found
}

/**
 * Returns touch targets less than 48 px high or wide, which is our limit and twice that of the standard. Links inside
 * sentences and keyboard-only controls may be smaller.
 */
function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const minSizeInPx = 48
    const targetSelector =
      'a[href], button, input, select, textarea, summary, [role=slider], [role=option], [role=radio], [role=checkbox]'
    const topLayer = [...document.querySelectorAll('[aria-modal]')].at(-1) ?? document
    return [...topLayer.querySelectorAll<HTMLElement>(targetSelector)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !isVisuallyHidden(element) && !isInSentence(element))
      .map((element) => ({ element, size: measureSize(element) }))
      .filter(({ size }) => Math.min(size.width, size.height) < minSizeInPx - 0.5)
      .map(({ element, size }) => {
        const name = element.ariaLabel ?? element.textContent.trim().slice(0, 40)
        return `${element.tagName} “${name}” ${Math.round(size.width)} × ${Math.round(size.height)}`
      })

    function isVisuallyHidden(element: HTMLElement): boolean {
      return getComputedStyle(element).clipPath === 'inset(50%)'
    }
    function isInSentence(element: HTMLElement): boolean {
      if (getComputedStyle(element).display !== 'inline') return false
      const ownText = element.textContent.trim()
      return (element.closest('p, li, label, dd, td')?.textContent.trim() ?? ownText) !== ownText
    }
    /** Returns the size of the target, including its labels and the row that it covers. */
    function measureSize(element: HTMLElement): { width: number; height: number } {
      const enclosingLabel = element.closest('label')
      const labels =
        element instanceof HTMLInputElement
          ? [...(element.labels ?? [])]
          : enclosingLabel
            ? [enclosingLabel]
            : []
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
