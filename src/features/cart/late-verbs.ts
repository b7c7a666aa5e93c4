import { reportError, StepFailed } from '../../platform/errors/index.ts'
import { codeSettled } from '../../platform/loading/index.ts'
import type { Adding } from './adding.ts'
import { readRecord, removeRecord, writeRecord } from './journal.ts'

const whenIdle = () =>
  new Promise<void>((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve)
  })

/** Sets how long a failed import is not reported. Browsers abort imports before `pagehide`; the page then ends in this time. */
const leavingInMs = 1_000

/** Loads the cart operations once the page is idle, and replays the journal. */
export async function loadVerbs() {
  await whenIdle()
  await codeSettled()
  const verbs = await import('./left-records.ts')
  // a record that cannot be replayed stays in the journal for the next page
  await verbs.replayAdditions().catch(() => {})
  return verbs
}

/**
 * Adds products of one event to the cart like `addItems` of `add.ts`, which is loaded lazily. Once this has returned its
 * promise, leaving the page does not lose the products.
 *
 * @returns false on failure; the error has been shown to the user
 */
export async function addItems(adding: Adding): Promise<boolean> {
  if (adding.additions.length === 0) return true
  const recorded = writeRecord(adding)
  try {
    const verbs = await import('./add.ts')
    return await verbs.addRecorded(recorded)
  } catch (error) {
    await new Promise((resolve) => setTimeout(resolve, leavingInMs))
    // another page has processed the record meanwhile
    if (recorded.isWritten && readRecord(recorded.id) === null) return true
    removeRecord(recorded.id)
    reportError(new StepFailed('cart.failed.adding', error))
    return false
  }
}
