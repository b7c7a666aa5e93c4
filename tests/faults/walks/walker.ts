import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { FaultProxy } from '../../../scripts/faults/proxy.ts'
import type { Rule } from '../../../scripts/faults/rules.ts'
import type { Phone } from '../phone.ts'

/** A buyer on her way, who tries again what did not work. */
export class Walker {
  readonly phone: Phone
  readonly network: FaultProxy
  /** Hers alone, so that her orders can be told from others'. */
  readonly email: string
  /** The id of what the screen called saved. */
  selfieId: string | undefined
  /** The cart that the service has confirmed. */
  cartId: string | undefined
  /** What holds also on a good network: the version that is served. */
  #version: readonly Rule[] = []
  #updates = 0

  constructor(phone: Phone, network: FaultProxy, email: string) {
    this.phone = phone
    this.network = network
    this.email = email
  }

  /** Her page; one that shows nothing of ours is opened anew. */
  async page(patienceInMs: number): Promise<Page> {
    const page = await this.phone.page()
    page.setDefaultTimeout(patienceInMs)
    if (!page.url().startsWith(this.network.url)) await page.goto('/')
    return page
  }

  /** A bad network, on top of the version that is there. */
  suffer(rules: readonly Rule[]): void {
    this.network.set([...rules, ...this.#version])
  }

  recover(): void {
    this.network.set(this.#version)
  }

  /** From now on the server has yet another version. */
  publish(): void {
    this.#updates += 1
    const line = `\n// build ${this.#updates}`
    const rewrite = (script: string) => script + line
    this.#version = [{ fault: { is: 'rewrite', rewrite }, path: /^\/sw\.js/ }]
    this.recover()
  }

  /** Lets her try for a while. What she does not manage on a bad network is not her fault. */
  async attempt(work: (page: Page) => Promise<unknown>, patienceInMs: number): Promise<void> {
    await this.page(patienceInMs)
      .then(work)
      .catch(() => {})
  }

  async kill(afterInMs: number): Promise<void> {
    await sleep(afterInMs)
    await this.phone.kill()
  }
}
