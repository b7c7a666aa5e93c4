import { reportError, StepFailed } from '../../../platform/errors/index.ts'
import { waitForCodeLoading } from '../../../platform/loading/index.ts'
import type { AddItemsInput } from './add-items-input.ts'
import { readRecord, removeRecord, writeRecord } from './journal.ts'

const waitForIdle = () =>
  new Promise<void>((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve)
  })

/** Sets how long a failed import is not reported. Browsers abort imports before `pagehide`; the page then ends in this time. */
const leaveTimeoutInMs = 1_000

/** Loads the cart operations once the page is idle, and replays the journal. */
export async function loadCartOperations() {
  await waitForIdle()
  await waitForCodeLoading()
  const operations = await import('./replay-additions.ts')
  // a record that cannot be replayed stays in the journal for the next page
  await operations.replayAdditions().catch(() => {})
  return operations
}

/**
 * Adds products of one event to the cart like `addItems` of `add.ts`, which is loaded lazily. Once this has returned its
 * promise, leaving the page does not lose the products.
 *
 * @returns false on failure; the error has been shown to the user
 */
export async function addItems(input: AddItemsInput): Promise<boolean> {
  if (input.additions.length === 0) return true
  const record = writeRecord(input)
  try {
    const operations = await import('./add.ts')
    return await operations.addRecordedItems(record)
  } catch (error) {
    await new Promise((resolve) => setTimeout(resolve, leaveTimeoutInMs))
    // another page has processed the record meanwhile
    if (record.isWritten && readRecord(record.id) === null) return true
    removeRecord(record.id)
    reportError(new StepFailed('cart.failed.adding', error))
    return false
  }
}
