import { facts } from '../../lib/memory/index.ts'
import { cookieShelf } from './cookie-shelf.ts'
import { device } from './device.ts'
import { isMirrored, mirrorMark } from './mirrored.ts'
import { announce, broughtBack, localShelf, onWrite } from './stored.ts'

const shelfOf = (key: string) => (key === 'cartId' ? cookieShelf : localShelf)

/** Every entry that has to have a second copy. */
const keysNow = () => ['cartId', ...localShelf.keys()].filter(isMirrored)

const numberOf = (mark: string | null | undefined) => Number(mark ?? 0)
/** The last write that localStorage knows of. */
const lastHere = () => numberOf(localShelf.get(mirrorMark))

function bringBack(key: string, text: string | null): void {
  if (shelfOf(key).get(key) === text) return
  shelfOf(key).set(key, text)
  announce(key)
  for (const tell of broughtBack) tell(key)
}

type Texts = ReadonlyMap<string, string>
const nothing: ReadonlySet<string> = new Set()

/**
 * Brings back entries that neither the cookie nor localStorage has.
 *
 * @param ofCookie what localStorage does not have is left alone
 */
function takeMissing(copies: Texts, except = nothing, ofCookie = false): void {
  for (const [key, text] of copies) {
    if (ofCookie && shelfOf(key) === localShelf) continue
    if (isMirrored(key) && !except.has(key) && shelfOf(key).get(key) === null) bringBack(key, text)
  }
}

/** Makes localStorage what the second copy is. */
function takeAll(copies: Texts, except: ReadonlySet<string>): void {
  for (const key of new Set([...copies.keys(), ...keysNow()])) {
    if (isMirrored(key) && !except.has(key)) bringBack(key, copies.get(key) ?? null)
  }
}

/** Brings back entries that neither the cookie nor localStorage has. */
export async function restore(): Promise<void> {
  takeMissing(new Map(await facts.entries()))
}

function isMarked(): boolean {
  try {
    return localStorage.getItem(mirrorMark) !== null
  } catch {
    return false
  }
}

/** Only a complete second copy has a number, which never falls. */
async function countThere(number: number, isComplete = false): Promise<void> {
  await facts.change(mirrorMark, (before) => {
    if (before === undefined && !isComplete) return before
    return numberOf(before) < number || before === undefined ? String(number) : before
  })
}

/**
 * Makes the second copy of an entry, or removes it. The entry is read inside the transaction: that may run much later,
 * after the page came back out of the back/forward cache, when this or another page has written the entry anew.
 */
async function copy(key: string): Promise<void> {
  await facts.change(key, () => shelfOf(key).get(key) ?? undefined)
}

/** Makes the second copy of what was just written, and counts the write. */
async function mirror(key: string): Promise<void> {
  const number = Math.floor(lastHere()) + 1
  localShelf.set(mirrorMark, String(number))
  await copy(key)
  await countThere(number)
}

async function copyAll(): Promise<void> {
  const copies = new Map(await facts.entries())
  for (const key of new Set([...copies.keys(), ...keysNow()])) {
    if (isMirrored(key) && shelfOf(key).get(key) !== (copies.get(key) ?? null)) await copy(key)
  }
}

/** Where localStorage is refused, another tab's writing is only found in the database. */
async function takeOver(key: string): Promise<void> {
  bringBack(key, (await facts.get(key)) ?? null)
}

/**
 * Brings back what localStorage has lost, and keeps the second copy in step from now on. Browsers write localStorage
 * seconds late, so one that is killed finds it as it was some writes ago: writes are counted on both sides, and where
 * the second copy has counted further all of it is taken, removals too.
 *
 * @throws ApiError MemoryLost, DeviceFull when the second copy can be read but not written
 */
export async function startMirror(): Promise<void> {
  const kept = await facts.entries().catch(() => undefined)
  const copies = new Map(kept)
  const there = numberOf(copies.get(mirrorMark))
  const isBehind = lastHere() < there
  // a page that went right after a removal may not have told the second copy: nothing is lost here
  const isAhead = lastHere() > there
  if (isBehind) localShelf.set(mirrorMark, String(there))
  const own = onWrite((key) => {
    // a second copy that cannot be made is no reason to stop: the first one is there
    if (isMirrored(key)) void mirror(key).catch(() => {})
  })
  // of a second copy that could not be read nothing is known, so nothing is removed from it; the next start compares them
  if (!kept) return
  // what this page has written itself is newer
  if (isBehind) takeAll(copies, own)
  else takeMissing(copies, own, isAhead)
  // cookies set by scripts live for days only in some browsers: this makes them start anew
  const cartId = device.cartId.read()
  if (cartId) device.cartId.write(cartId)
  await copyAll()
  localShelf.set(mirrorMark, String(Math.max(1, Math.ceil(lastHere()))))
  await countThere(lastHere(), true)
  if (isMarked()) return
  facts.onChange((key) => {
    if (key !== undefined && isMirrored(key)) void takeOver(key)
  })
}
