import type { Page } from '@playwright/test'
import { badGateway, expired, gone, lieFi, portal, unplug } from '../networks.ts'
import { says } from '../runner.ts'
import type { Walker } from './walker.ts'

/** Runs an attempt of the buyer under a fault, and restores the network. `random` returns 0 to 1. */
type Fault = (walker: Walker, work: (page: Page) => Promise<unknown>, random: () => number) => Promise<void>

/** Timeout of an attempt on a bad network. */
const patienceInMs = 4_000

const writes = ['POST', 'PUT', 'PATCH', 'DELETE']

const bad =
  (rules: Parameters<Walker['suffer']>[0]): Fault =>
  async (walker, work) => {
    walker.suffer(rules)
    await walker.attempt(work, patienceInMs)
    walker.recover()
  }

export const faults = {
  offline: async (walker, work) => {
    const context = await walker.phone.context()
    walker.suffer(gone)
    await unplug(context)
    await walker.attempt(work, patienceInMs)
    walker.recover()
    await unplug(context, false)
  },
  stall: bad(lieFi),
  portal: bad(portal),
  'bad gateway': bad(badGateway),
  'lost replies': bad(
    writes.map((method) => ({ fault: { type: 'drop-reply' }, method, path: /^\/(public|bank)\//, times: 1 })),
  ),
  'expired token': bad([expired(/^\/public\/(competitors|photos|cart|recognition|orders|invoices)\//, 2)]),
  kill: async (walker, work, random) => {
    const trying = walker.attempt(work, patienceInMs)
    await walker.kill(random() * 3_000)
    await trying
  },
  update: async (walker, work) => {
    walker.publish()
    await walker.attempt(async (page) => {
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update()
      })
      await work(page)
    }, patienceInMs)
    // the buyer accepts the offered update
    await walker.attempt(async (page) => {
      if (!(await says(page, 'Вышла новая версия.').isVisible())) return
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Обновить' }).click()
      await reloaded
    }, patienceInMs)
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
