import { reportError, StepFailed } from '../../platform/errors/index.ts'
import { codeSettled } from '../../platform/loading/index.ts'
import type { Adding } from './add.ts'

const whenIdle = () =>
  new Promise<void>((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve)
  })

/** Loads the verbs of the cart once the page has nothing more urgent to do. */
export async function loadVerbs() {
  await whenIdle()
  await codeSettled()
  return import('./open-cart.ts')
}

/**
 * Puts products of one event into the cart, as `addItems` of `add.ts`, whose code a page loads after its first screen.
 *
 * @returns false when that did not work; the user was told why
 */
export async function addItems(adding: Adding): Promise<boolean> {
  try {
    const verbs = await import('./add.ts')
    return await verbs.addItems(adding)
  } catch (error) {
    reportError(new StepFailed('cart.failed.adding', error))
    return false
  }
}
