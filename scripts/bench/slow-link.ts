import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { BrowserContext, Page } from 'playwright'
import type { Exchange } from '../faults/exchange.ts'
import { createFaultProxy, type FaultProxy } from '../faults/proxy.ts'
import type { Rule } from '../faults/rules.ts'
import { installApp, startServer, withPhoneContext } from './lib/bench-server.ts'

/** Simulates the edge of a cell: 64 kbit/s each way, 600 ms round trip, every 33rd packet lost. */
const cellEdgeRules: readonly Rule[] = [
  { fault: { type: 'latency', roundTripInMs: 600 } },
  { fault: { type: 'bandwidth', bytesPerSecond: 8_000 } },
  { fault: { type: 'loss', share: 0.03, repeatedAfterInMs: 900 } },
]

const limits = { inMs: 8_000, bytes: 60_000 }
const bib = '128'
const seeds = [1, 2, 3]

interface ByteCounter {
  readonly url: string
  bytes: number
  close(): Promise<void>
}

/** Counts all bytes between browser and proxy in both directions, including headers. */
async function countBytes(port: number): Promise<ByteCounter> {
  const server: Server = createServer((clientSocket) => {
    const proxySocket = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [clientSocket, proxySocket],
      [proxySocket, clientSocket],
    ] as const) {
      from.on('data', (chunk) => {
        counter.bytes += chunk.length
        to.write(chunk)
      })
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const counter = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    bytes: 0,
    close: async () => {
      server.close()
    },
  }
  return counter
}

/** Resolves with the time at which the first thumb of the runner's own photos is visible. */
function waitForFirstThumb(page: Page): Promise<number> {
  return page
    .waitForFunction(() => {
      const photoList = document.querySelector('[role="list"][aria-label="Ваши фото"]')
      const isShown = [...(photoList?.querySelectorAll('img') ?? [])].some(
        (image) => image.complete && image.naturalWidth > 0 && !image.classList.contains('pf-waiting'),
      )
      return isShown && performance.timeOrigin + performance.now()
    })
    .then((handle) => handle.jsonValue() as Promise<number>)
}

async function searchOnce(
  context: BrowserContext,
  eventUrl: string,
  counter: ByteCounter,
  proxy: FaultProxy,
) {
  proxy.set(cellEdgeRules)
  const page = await context.newPage()
  await page.goto(eventUrl)
  await page.getByRole('button', { name: 'По номеру или фамилии' }).click()
  const field = page.getByRole('combobox', { name: 'Номер или фамилия' })
  await field.focus()
  const [bytesBefore, exchangesBefore] = [counter.bytes, proxy.log.length]
  const startedOn = Date.now()
  await field.pressSequentially(bib, { delay: 150 })
  await field.press('Enter')
  const inMs = (await waitForFirstThumb(page)) - startedOn
  const bytes = counter.bytes - bytesBefore
  const exchanges = proxy.log.slice(exchangesBefore)
  proxy.clear()
  await page.close()
  return { inMs, bytes, exchanges }
}

function print({ method, path, passed, status, outcome }: Exchange): void {
  const bytes = String(passed.response + passed.request).padStart(7)
  console.log(`${bytes} B  ${method} ${path.slice(0, 90)} ${status ?? ''} ${outcome ?? 'under way'}`)
}

/**
 * Measures the time from typing a start number on the event page to the first own thumb, at the edge of a cell, with the app
 * installed.
 */
export async function run(): Promise<void> {
  const server = await startServer()
  try {
    for (const seed of seeds) {
      const proxy = await createFaultProxy({ target: server.url, seed })
      const counter = await countBytes(proxy.port)
      const eventUrl = `${counter.url}/event/${server.eventId}`
      await withPhoneContext(async (context) => {
        await installApp(context, eventUrl)
        const { inMs, bytes, exchanges } = await searchOnce(context, eventUrl, counter, proxy)
        for (const exchange of exchanges) print(exchange)
        const isWithinLimits = inMs <= limits.inMs && bytes <= limits.bytes
        console.log(
          `run ${seed}: first own photo after ${(inMs / 1000).toFixed(2)} s (at most ${limits.inMs / 1000}), ` +
            `${(bytes / 1000).toFixed(1)} KB with heads (at most ${limits.bytes / 1000})${isWithinLimits ? '' : '  TOO MUCH'}`,
        )
        if (!isWithinLimits) process.exitCode = 1
      })
      await counter.close()
      await proxy.close()
    }
  } finally {
    await server.stop()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
