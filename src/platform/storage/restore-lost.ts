import { mirrorMark } from './mirrored.ts'

const longestWaitInMs = 300

/**
 * Brings back from IndexedDB what cookie and localStorage have lost, before the page is shown. Looks there only when
 * localStorage has no mark, and gives up waiting soon: what comes later still reaches the components.
 */
export async function restoreLost(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, longestWaitInMs))
  await Promise.race([late, restoreIfLost().catch(console.error)])
}

async function restoreIfLost(): Promise<void> {
  if (localStorage.getItem(mirrorMark)) return
  // a first visit has no database, and needs no code to look into it; some browsers do not tell
  const databases = await indexedDB.databases?.()
  if (databases?.length === 0) return
  const { restore } = await import('./mirror.ts')
  await restore()
}
