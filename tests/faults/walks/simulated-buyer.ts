import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { FaultProxy } from '../../../scripts/faults/proxy.ts'
import type { Rule } from '../../../scripts/faults/rules.ts'
import type { Phone } from '../phone.ts'

/** A simulated buyer, who retries what failed. */
export class SimulatedBuyer {
  readonly phone: Phone
  readonly network: FaultProxy
  /** Unique, to find this buyer's orders. */
  readonly email: string
  /** Id of the selfie that the screen reported as saved. */
  selfieId: string | undefined
  /** The cart that the service has confirmed. */
  cartId: string | undefined
  /** Rules that also hold on a good network: the deployed version. */
  #version: readonly Rule[] = []
  #updates = 0

  constructor(phone: Phone, network: FaultProxy, email: string) {
    this.phone = phone
    this.network = network
    this.email = email
  }

  /** Returns the page; a page that does not show the app is reloaded. */
  async page(timeoutInMs: number): Promise<Page> {
    const page = await this.phone.page()
    page.setDefaultTimeout(timeoutInMs)
    if (!page.url().startsWith(this.network.url)) await page.goto('/')
    return page
  }

  /** Sets fault rules in addition to those of the deployed version. */
  setFaults(rules: readonly Rule[]): void {
    this.network.set([...rules, ...this.#version])
  }

  clearFaults(): void {
    this.network.set(this.#version)
  }

  /** Deploys another version. */
  deployVersion(): void {
    this.#updates += 1
    const line = `\n// build ${this.#updates}`
    const rewrite = (script: string) => script + line
    this.#version = [{ fault: { type: 'rewrite', rewrite }, path: /^\/sw\.js/ }]
    this.clearFaults()
  }

  /** Runs work with a timeout. Failures on a bad network are ignored. */
  async attempt(work: (page: Page) => Promise<unknown>, timeoutInMs: number): Promise<void> {
    await this.page(timeoutInMs)
      .then(work)
      .catch(() => {})
  }

  async kill(afterInMs: number): Promise<void> {
    await sleep(afterInMs)
    await this.phone.kill()
  }
}
