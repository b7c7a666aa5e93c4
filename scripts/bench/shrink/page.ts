import { shrinkPicture } from '../../../src/features/selfie/upload/shrink.ts'
import { compress } from '../../../src/features/selfie/upload/shrink-on-page.ts'
import type { Report, ShrinkMethod } from './report.ts'

const shrinkByMethod: Readonly<Record<ShrinkMethod, (picture: Blob) => Promise<Blob>>> = {
  none: (picture) => Promise.resolve(picture),
  worker: (picture) => shrinkPicture(picture, new AbortController().signal),
  page: compress,
  'library in worker': compressInWorker,
}

const rounds = 3

/** Runs the shrink method given in the URL on one photo, and reports times and stalls to the bench. */
async function main(): Promise<void> {
  const query = new URLSearchParams(location.search)
  const method = query.get('way') as ShrinkMethod
  const photo = await (await fetch(`photos/${query.get('photo')}`)).blob()
  const report: Report = { times: [], stalls: [] }
  let picture: Blob | undefined
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    try {
      const { result, stallInMs } = await measureStall(() => shrinkByMethod[method](photo))
      picture = result
      report.stalls.push(stallInMs)
    } catch (error) {
      report.error = error instanceof Error ? error.message : 'failed'
    }
    report.times.push(performance.now() - start)
  }
  if (picture) await fetch('picture', { method: 'POST', body: picture })
  await fetch('report', { method: 'POST', body: JSON.stringify(report) })
}

/** Measures the longest time in which the page's event loop was blocked during the work. */
async function measureStall<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; stallInMs: number }> {
  let [stallInMs, lastTurnAt, isRunning] = [0, performance.now(), true]
  const channel = new MessageChannel()
  channel.port1.addEventListener('message', () => {
    const now = performance.now()
    stallInMs = Math.max(stallInMs, now - lastTurnAt)
    lastTurnAt = now
    if (isRunning) channel.port2.postMessage(0)
  })
  channel.port1.start()
  channel.port2.postMessage(0)
  try {
    const result = await work()
    return { result, stallInMs: Math.max(stallInMs, performance.now() - lastTurnAt) }
  } finally {
    isRunning = false
  }
}

/** Runs the library in our own worker. Its built-in worker would be loaded from another host. */
function compressInWorker(picture: Blob): Promise<Blob> {
  const worker = new Worker(new URL('./library.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message)))
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | string>) =>
      typeof data === 'string' ? reject(new Error(data)) : resolve(data),
    )
    worker.postMessage(picture)
  }).finally(() => worker.terminate())
}

await main()
