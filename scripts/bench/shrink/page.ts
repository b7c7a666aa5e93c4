import { shrinkPicture } from '../../../src/features/selfie/shrink.ts'
import { compress } from '../../../src/features/selfie/shrink-on-page.ts'

/** The longest time in which the page got no turn, while work is done. */
async function withStall<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; stallInMs: number }> {
  let [stallInMs, last, runs] = [0, performance.now(), true]
  const turns = new MessageChannel()
  turns.port1.addEventListener('message', () => {
    const now = performance.now()
    stallInMs = Math.max(stallInMs, now - last)
    last = now
    if (runs) turns.port2.postMessage(0)
  })
  turns.port1.start()
  turns.port2.postMessage(0)
  const result = await work()
  stallInMs = Math.max(stallInMs, performance.now() - last)
  runs = false
  return { result, stallInMs }
}

window.measure = async (way, picture) => {
  const start = performance.now()
  const { result, stallInMs } = await withStall(() =>
    way === 'worker' ? shrinkPicture(picture, new AbortController().signal) : compress(picture),
  )
  return { inMs: performance.now() - start, sizeInBytes: result.size, stallInMs }
}
