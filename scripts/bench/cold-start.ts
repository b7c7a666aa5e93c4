import { pathToFileURL } from 'node:url'
import type { BrowserContext } from 'playwright'
import { installApp, startServer, withPhoneContext } from './lib/bench-server.ts'

const limitInMs = 1_000
const startCount = 5

/** Records the durations of one start. */
interface Start {
  /** From navigation to a visible heading, ms. */
  heading: number
  /** Until the main thread answers a tap, ms. */
  ready: number
  /** CPU time of the main thread, ms: independent of other load on the machine. */
  processor: number
}

async function startOnce(context: BrowserContext, url: string): Promise<Start> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(url, { waitUntil: 'commit' })
  const times = await page.evaluate(async () => {
    while ((document.querySelector('main h1, main h2')?.getBoundingClientRect().height ?? 0) === 0)
      await new Promise(requestAnimationFrame)
    const heading = performance.now()
    // its handlers were attached with the heading; three quick turns in a row mean that no long task runs any more
    for (let quickTurnCount = 0; quickTurnCount < 3; ) {
      const before = performance.now()
      await new Promise((resolve) => setTimeout(resolve))
      quickTurnCount = performance.now() - before < 50 ? quickTurnCount + 1 : 0
    }
    return { heading, ready: performance.now() }
  })
  const { metrics } = await devtools.send('Performance.getMetrics')
  const cpuTimeInMs = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  await page.close()
  return { ...times, processor: cpuTimeInMs }
}

/** Measures the start of the installed app in airplane mode. */
export async function run(): Promise<void> {
  const server = await startServer()
  let isRunning = true
  const stop = async () => {
    if (isRunning) await server.stop()
    isRunning = false
  }
  try {
    await withPhoneContext(async (context) => {
      const event = `${server.url}/event/${server.eventId}`
      await installApp(context, server.url)
      await installApp(context, event)
      await stop()
      await context.setOffline(true)
      for (const [name, url] of [
        ['home', server.url],
        ['event', event],
      ] as const) {
        const times = []
        for (let start = 0; start < startCount; start++) times.push(await startOnce(context, url))
        const ready = times.map((time) => time.ready).sort((a, b) => a - b)
        const worst = ready.at(-1) ?? Number.NaN
        console.log(
          `${name}: interactive after ${ready.map((time) => time.toFixed(0)).join(', ')} ms, ` +
            `heading first after ${Math.min(...times.map((time) => time.heading)).toFixed(0)} ms, ` +
            `of it ${Math.min(...times.map((time) => time.processor)).toFixed(0)} ms of processor ` +
            `(at most ${limitInMs})${worst <= limitInMs ? '' : '  TOO SLOW'}`,
        )
        if (!(worst <= limitInMs)) process.exitCode = 1
      }
    })
  } finally {
    await stop()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
