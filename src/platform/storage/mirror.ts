import { facts } from '../../lib/memory/index.ts'
import { cookieShelf } from './cookie-shelf.ts'
import { device } from './device.ts'
import { isMirrored, mirrorMark } from './mirrored.ts'
import { announce, localShelf, onWrite } from './stored.ts'

const shelfOf = (key: string) => (key === 'cartId' ? cookieShelf : localShelf)

/** Brings back entries that neither the cookie nor localStorage has. @param except written by this page itself */
export async function restore(except: ReadonlySet<string> = new Set()): Promise<void> {
  for (const [key, text] of await facts.entries()) {
    if (!isMirrored(key) || except.has(key) || shelfOf(key).get(key) !== null) continue
    shelfOf(key).set(key, text)
    announce(key)
  }
}

function isMarked(): boolean {
  try {
    return localStorage.getItem(mirrorMark) !== null
  } catch {
    return false
  }
}

/** Every entry that has to have a second copy. */
const keysNow = () => ['cartId', ...localShelf.keys()].filter(isMirrored)

/** A second copy that cannot be made is no reason to stop: the first one is there. */
function mirror(key: string, text: string | null): void {
  void (text === null ? facts.remove(key) : facts.put(key, text)).catch(() => {})
}

async function copyAll(): Promise<void> {
  const copies = new Map(await facts.entries())
  for (const key of new Set([...copies.keys(), ...keysNow()])) {
    if (!isMirrored(key)) continue
    // read only now: it may have been written meanwhile
    const text = shelfOf(key).get(key)
    if (text === null) await facts.remove(key)
    else if (text !== copies.get(key)) await facts.put(key, text)
  }
}

/** Where localStorage is refused, another tab's writing is only found in the database. */
async function takeOver(key: string): Promise<void> {
  const text = (await facts.get(key)) ?? null
  if (text === shelfOf(key).get(key)) return
  shelfOf(key).set(key, text)
  announce(key)
}

/**
 * Brings back what localStorage has lost, and keeps the second copy in step from now on. Browsers write localStorage
 * seconds late, so one that is killed loses the newest entries though older ones are there; what was removed on purpose
 * has left the second copy too.
 *
 * @throws ApiError MemoryLost, DeviceFull when the browser keeps no database for this page
 */
export async function startMirror(): Promise<void> {
  const own = onWrite((key, text) => {
    if (isMirrored(key)) mirror(key, text)
  })
  await restore(own)
  // cookies set by scripts live for days only in some browsers: this makes them start anew
  const cartId = device.cartId.read()
  if (cartId) device.cartId.write(cartId)
  await copyAll()
  localShelf.set(mirrorMark, '1')
  if (isMarked()) return
  facts.onChange((key) => {
    if (key !== undefined && isMirrored(key)) void takeOver(key)
  })
}
