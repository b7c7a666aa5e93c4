/**
 * Tracks whether this page may use IndexedDB. A page that enters the back/forward cache, or is frozen in the
 * background, keeps its open transactions. In WebKit they then block every other tab and the service worker until the
 * page is evicted. None may begin between `pagehide` or `freeze` and the return. Workers are always active.
 */
let returning: { promise: Promise<void>; resolve: () => void } | undefined

const interrupters = new Set<() => void>()

function leave(): void {
  if (returning) return
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  returning = { promise, resolve }
  for (const interrupt of interrupters) interrupt()
}

function comeBack(): void {
  returning?.resolve()
  returning = undefined
}

if ('document' in globalThis) {
  // `freeze` and `resume` are fired at the document; capturing at the window also runs before other listeners
  for (const type of ['pagehide', 'freeze']) addEventListener(type, leave, { capture: true })
  for (const type of ['pageshow', 'resume']) addEventListener(type, comeBack, { capture: true })
}

/** Returns whether the page is being left or is frozen. */
export const isPageLeft = (): boolean => returning !== undefined

/** Resolves when the page is shown again, immediately while it is shown. Stays pending if the page never returns. */
export async function whenPageReturns(): Promise<void> {
  if (!returning) return
  await returning.promise
  await whenPageReturns()
}

/**
 * Subscribes to the page being left; called before listeners of the page's other code.
 *
 * @returns unsubscribes
 */
export function onPageLeave(interrupt: () => void): () => void {
  interrupters.add(interrupt)
  return () => interrupters.delete(interrupt)
}
