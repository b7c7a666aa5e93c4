import type { Page } from '@playwright/test'
import { badGateway, captivePortal, expireTokens, lieFi, setOffline, unreachable } from '../networks.ts'
import { findVisibleText } from '../steps.ts'
import type { SimulatedBuyer } from './simulated-buyer.ts'

/** Runs an attempt of the buyer under a fault, and restores the network. `random` returns 0 to 1. */
type Fault = (
  buyer: SimulatedBuyer,
  work: (page: Page) => Promise<unknown>,
  random: () => number,
) => Promise<void>

/** Timeout of an attempt on a bad network. */
const attemptTimeoutInMs = 4_000

const writeMethods = ['POST', 'PUT', 'PATCH', 'DELETE']

const withRules =
  (rules: Parameters<SimulatedBuyer['setFaults']>[0]): Fault =>
  async (buyer, work) => {
    buyer.setFaults(rules)
    await buyer.attempt(work, attemptTimeoutInMs)
    buyer.clearFaults()
  }

export const faults = {
  offline: async (buyer, work) => {
    const context = await buyer.phone.context()
    buyer.setFaults(unreachable)
    await setOffline(context)
    await buyer.attempt(work, attemptTimeoutInMs)
    buyer.clearFaults()
    await setOffline(context, false)
  },
  stall: withRules(lieFi),
  portal: withRules(captivePortal),
  'bad gateway': withRules(badGateway),
  'lost replies': withRules(
    writeMethods.map((method) => ({
      fault: { type: 'drop-reply' },
      method,
      path: /^\/(public|bank)\//,
      times: 1,
    })),
  ),
  'expired token': withRules([
    expireTokens(/^\/public\/(competitors|photos|cart|recognition|orders|invoices)\//, 2),
  ]),
  kill: async (buyer, work, random) => {
    const attempted = buyer.attempt(work, attemptTimeoutInMs)
    await buyer.kill(random() * 3_000)
    await attempted
  },
  update: async (buyer, work) => {
    buyer.deployVersion()
    await buyer.attempt(async (page) => {
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update()
      })
      await work(page)
    }, attemptTimeoutInMs)
    // the buyer accepts the offered update
    await buyer.attempt(async (page) => {
      if (!(await findVisibleText(page, 'Вышла новая версия.').isVisible())) return
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Обновить' }).click()
      await reloaded
    }, attemptTimeoutInMs)
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
