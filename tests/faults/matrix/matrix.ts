import type { BrowserContext, Page } from '@playwright/test'
import type { FaultProxy } from '../../../scripts/faults/proxy.ts'
import type { Phone } from '../phone.ts'
import { test } from '../test-server.ts'

/** Faults of a network, a session, a browser or the app during a step. */
export const faultTitles = {
  offline: 'no network',
  lieFi: 'not a byte moves',
  portal: 'a Wi-Fi wants a sign-in',
  failing: 'the server fails',
  expired: 'the token has expired',
  killed: 'the browser is killed',
  update: 'a new version is there',
} as const

export interface CellFixtures {
  readonly page: Page
  readonly context: BrowserContext
  readonly network: FaultProxy
  readonly phone: Phone
}

/** The promised behavior, and its test. */
type Cell = readonly [promise: string, prove: (stage: CellFixtures) => Promise<void>]

/** Defines a row of the matrix: one test for each column with a promise. */
export function matrix(step: string, cells: Readonly<Partial<Record<keyof typeof faultTitles, Cell>>>): void {
  test.describe(step, () => {
    for (const [faultName, faultTitle] of Object.entries(faultTitles)) {
      const cell = cells[faultName as keyof typeof faultTitles]
      if (!cell) continue
      const [promise, verify] = cell
      test(`${faultTitle}: ${promise}`, async ({ page, context, network, phone }) => {
        await verify({ page, context, network, phone })
      })
    }
  })
}
