import { mirrorCountKey } from './mirrored.ts'

const maxWaitInMs = 300
/** Longer, because a device without its key would get another one, which opens none of its orders. */
const maxWaitForKeyInMs = 3_000

/**
 * Restores entries that cookie and localStorage have lost from IndexedDB, before the page is shown: all of them if
 * localStorage has no write count, or the device key if it is missing. Browsers flush localStorage seconds late, so a killed
 * browser may have lost it. Has a short timeout; later results still reach the components.
 */
export async function restoreLost(): Promise<void> {
  let isKeyLost = false
  try {
    const isMarked = localStorage.getItem(mirrorCountKey) !== null
    if (isMarked && localStorage.getItem('deviceKey') !== null) return
    isKeyLost = isMarked
  } catch (error) {
    return console.error(error)
  }
  const limitInMs = isKeyLost ? maxWaitForKeyInMs : maxWaitInMs
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, limitInMs))
  await Promise.race([timeout, restoreFromCopy(isKeyLost).catch(console.error)])
}

async function restoreFromCopy(isKeyLost: boolean): Promise<void> {
  // a first visit has no database and needs no code to read it; some browsers do not list databases
  const databases = await indexedDB.databases?.()
  if (databases?.length === 0) return
  const { restore } = await import('./mirror.ts')
  await restore(isKeyLost ? 'deviceKey' : undefined)
}
