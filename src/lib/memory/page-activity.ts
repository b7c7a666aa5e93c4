/**
 * Tracks whether this page may use IndexedDB. A page that enters the back/forward cache, or is frozen in the
 * background, keeps its open transactions. In WebKit they then block every other tab and the service worker until the
 * page is evicted. None may begin between `pagehide` or `freeze` and the return. Workers are always active.
 */
let pendingReturn: { promise: Promise<void>; resolve: () => void } | undefined

const leaveListeners = new Set<() => void>()

function onLeave(): void {
  if (pendingReturn) return
  let resolve = () => {}
  const promise = new Promise<void>((resolvePromise) => (resolve = resolvePromise))
  pendingReturn = { promise, resolve }
  for (const listener of leaveListeners) listener()
}

function onReturn(): void {
  pendingReturn?.resolve()
  pendingReturn = undefined
}

if ('document' in globalThis) {
  // `freeze` and `resume` are fired at the document; capturing at the window also runs before other listeners
  for (const type of ['pagehide', 'freeze']) addEventListener(type, onLeave, { capture: true })
  for (const type of ['pageshow', 'resume']) addEventListener(type, onReturn, { capture: true })
}

/** Returns whether the page is being left or is frozen. */
export const isPageLeft = (): boolean => pendingReturn !== undefined

/** Resolves when the page is shown again, immediately while it is shown. Stays pending if the page never returns. */
export async function waitForPageReturn(): Promise<void> {
  if (!pendingReturn) return
  await pendingReturn.promise
  await waitForPageReturn()
}

/**
 * Subscribes to the page being left; called before listeners of the page's other code.
 *
 * @returns unsubscribes
 */
export function onPageLeave(listener: () => void): () => void {
  leaveListeners.add(listener)
  return () => leaveListeners.delete(listener)
}
