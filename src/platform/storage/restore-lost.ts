import { mirrorMark } from './mirrored.ts'

const longestWaitInMs = 300

/**
 * Restores from IndexedDB what cookie and localStorage have lost, before the page is shown. Runs only when
 * localStorage has no mark, with a short timeout; later results still reach the components.
 */
export async function restoreLost(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, longestWaitInMs))
  await Promise.race([late, restoreIfLost().catch(console.error)])
}

async function restoreIfLost(): Promise<void> {
  if (localStorage.getItem(mirrorMark)) return
  // a first visit has no database and needs no code to read it; some browsers do not list databases
  const databases = await indexedDB.databases?.()
  if (databases?.length === 0) return
  const { restore } = await import('./mirror.ts')
  await restore()
}
