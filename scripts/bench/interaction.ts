import { pathToFileURL } from 'node:url'
import type { CDPSession, Page } from 'playwright'
import { growAlbum } from './lib/grown-album.ts'
import { startServer, withPhone } from './lib/world.ts'

const photosInAll = 10_000
const slowerProcessor = 4
const screens = 60

/** Above these the bench fails. */
const limits = {
  /** From a tap or a key to the next paint, on a processor four times slower. */
  interactionInMs: 120,
  /** Of the main thread for a frame of a scroll, so that sixty fit into a second; a busy machine does not change it. */
  frameInMs: 1_000 / 60,
  /** What a long way through the album leaves in the heap, and in the page. */
  grownByInMB: 20,
  nodes: 6_000,
}

function print(name: string, value: number, unit: string, limit: number): void {
  const isOver = !(value <= limit)
  if (isOver) process.exitCode = 1
  const most = `at most ${limit.toFixed(limit < 100 ? 1 : 0)}`
  console.log(
    `${name.padEnd(52)} ${value.toFixed(1).padStart(8)} ${unit} (${most})${isOver ? '  TOO MUCH' : ''}`,
  )
}

/** Notes each interaction from now on, as web-vitals does for INP (Event Timing). */
async function noteInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: number[] = []
    Object.assign(window, { noted })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) noted.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
}

/** The longest interaction since the last call, ms; 16 where none was long enough to be told. */
function worstInteraction(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // an entry is told after the paint that ends it
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const { noted } = window as unknown as { noted: number[] }
    return Math.max(16, ...noted.splice(0))
  })
}

const metricOf = async (devtools: CDPSession, name: string) => {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN
}

/** Scrolls on by screens, a third of one in each frame. @returns the number of frames */
function scrollOn(page: Page, count: number): Promise<number> {
  return page.evaluate(async (inAll) => {
    const frames = inAll * 3
    for (let frame = 0; frame < frames; frame++) {
      window.scrollBy({ top: window.innerHeight / 3, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
    }
    return frames
  }, count)
}

async function memoryOf(devtools: CDPSession): Promise<{ heapInMB: number; nodes: number }> {
  await devtools.send('HeapProfiler.collectGarbage')
  return {
    heapInMB: (await metricOf(devtools, 'JSHeapUsedSize')) / 1_048_576,
    nodes: await metricOf(devtools, 'Nodes'),
  }
}

/** How quickly an album of 10 000 photos answers on a slow phone, and what a long way through it costs. */
export async function run(): Promise<void> {
  const server = await startServer()
  try {
    await withPhone(async (context) => {
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
      await growAlbum(page, server.eventId, photosInAll)
      await page.goto(`${server.url}/event/${server.eventId}`)
      const tiles = page.getByRole('list', { name: 'Фото события' })
      await tiles.getByRole('img').first().waitFor()
      await noteInteractions(page)

      const before = await memoryOf(devtools)
      const busy = await metricOf(devtools, 'TaskDuration')
      const frames = await scrollOn(page, screens)
      const spent = ((await metricOf(devtools, 'TaskDuration')) - busy) * 1_000
      print('a frame of a scroll through 10 000 tiles', spent / frames, 'ms', limits.frameInMs)
      for (let turn = 0; turn < 4; turn++) await scrollOn(page, screens)
      const after = await memoryOf(devtools)
      print(
        `heap after ${screens * 5} screens, more than before`,
        after.heapInMB - before.heapInMB,
        'MB',
        limits.grownByInMB,
      )
      print('nodes in memory then', after.nodes, '  ', limits.nodes)

      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      await tiles.locator('.pf-tile-pick').first().waitFor()
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
      const limit = limits.interactionInMs
      await worstInteraction(page)
      await tiles.getByRole('button').first().focus()
      for (let press = 0; press < 5; press++) await page.keyboard.press('PageDown')
      print('keys that scroll the album, to the next paint', await worstInteraction(page), 'ms', limit)
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      for (const at of [0, 1, 2]) await tiles.locator('.pf-tile-pick').nth(at).click()
      print('choosing a photo, to the next paint', await worstInteraction(page), 'ms', limit)
      await page
        .getByRole('button', { name: /^В корзину/ })
        .first()
        .click()
      print('putting it into the cart, to the next paint', await worstInteraction(page), 'ms', limit)
    })
  } finally {
    await server.stop()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
