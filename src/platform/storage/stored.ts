import { atom, type WritableAtom } from 'jotai'
import type * as z from 'zod/mini'
import { mirrorMark } from './mirrored.ts'

/** One thing that the device keeps. */
export interface Stored<Value> {
  read(): Value
  write(value: Value): void
  remove(): void
  /** The same for components; follows other tabs too. */
  readonly atom: WritableAtom<Value, [Value | ((previous: Value) => Value)], void>
}

/** Where texts are kept; `set(key, null)` removes. */
export interface Shelf {
  get(key: string): string | null
  set(key: string, text: string | null): void
}

const withoutStorage = new Map<string, string>()

/** What is in localStorage; nothing where the browser refuses it. */
function localKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** localStorage, or memory where the browser refuses it (blocked, full). */
export const localShelf: Shelf & { keys(): string[] } = {
  keys: () => [...localKeys(), ...withoutStorage.keys()],
  get(key) {
    try {
      return localStorage.getItem(key) ?? withoutStorage.get(key) ?? null
    } catch {
      return withoutStorage.get(key) ?? null
    }
  },
  set(key, text) {
    withoutStorage.delete(key)
    try {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
    } catch {
      if (text !== null) withoutStorage.set(key, text)
    }
  },
}

/** What stands in the first brackets of a pattern, of every key in localStorage that it fits. */
export function storedKeys(pattern: RegExp): string[] {
  return localShelf.keys().flatMap((key) => pattern.exec(key)?.[1] ?? [])
}

interface Description<Value> {
  key: string
  schema: z.ZodMiniType<Value>
  initial: Value
  shelf?: Shelf
  /** Kept as it is instead of as JSON; for values that are texts. */
  plain?: boolean
  /** Values that are as good as nothing: the entry is removed. */
  isEmpty?: (value: Value) => boolean
}

const listeners = new Map<string, Set<() => void>>()

/** What this page has written before anybody listened. */
const early = new Map<string, string | null>()

let written = (key: string, text: string | null): void => {
  early.set(key, text)
  // half a write ahead: should this page go before the second copy hears of it, the next one does not undo it
  const mark = localShelf.get(mirrorMark)
  if (mark) localShelf.set(mirrorMark, String(Math.floor(Number(mark)) + 0.5))
}

/**
 * Calls back with each entry that is written (null when removed) by this page, also before; one listener is enough.
 *
 * @returns keys of those that were written before
 */
export function onWrite(listener: typeof written): ReadonlySet<string> {
  written = listener
  const keys = new Set(early.keys())
  for (const [key, text] of early) listener(key, text)
  early.clear()
  return keys
}

/** Told of entries that came back from their second copy after the page was shown: what was asked by them is asked anew. */
export const broughtBack = new Set<(key: string) => void>()

/** Tells components that an entry has changed. */
export function announce(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener()
}

function listen(key: string, listener: () => void): () => void {
  const ofKey = listeners.get(key) ?? new Set()
  listeners.set(key, ofKey.add(listener))
  return () => ofKey.delete(listener)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== null) announce(event.key)
    else for (const key of listeners.keys()) announce(key)
  })
}

/** Describes a persisted value: what does not fit the schema (an older build's, a broken one) reads as the default. */
export function stored<Value>(description: Description<Value>): Stored<Value> {
  const { key, schema, initial, shelf = localShelf, plain = false } = description
  let last: { text: string | null; value: Value } | undefined

  const read = (): Value => {
    const text = shelf.get(key)
    // the same text gives the same object, so that components do not render for nothing
    if (last?.text === text) return last.value
    last = { text, value: text === null ? initial : parse(text) }
    return last.value
  }

  const parse = (text: string): Value => {
    try {
      const result = schema.safeParse(plain ? text : JSON.parse(text))
      return result.success ? result.data : initial
    } catch {
      return initial
    }
  }

  const setText = (text: string | null): void => {
    // what is not here may still be brought back from the second copy: nobody has removed it
    if (text === null && shelf.get(key) === null) return
    shelf.set(key, text)
    written(key, text)
    announce(key)
  }

  const write = (value: Value): void => {
    const nothing = value === null || value === undefined || description.isEmpty?.(value)
    setText(nothing ? null : plain ? String(value) : JSON.stringify(value))
  }

  const version = atom(0)
  version.onMount = (set) => {
    set((count) => count + 1)
    return listen(key, () => set((count) => count + 1))
  }
  const valueAtom = atom(
    (get) => {
      get(version)
      return read()
    },
    (_get, set, next: Value | ((previous: Value) => Value)) => {
      write(typeof next === 'function' ? (next as (previous: Value) => Value)(read()) : next)
      set(version, (count) => count + 1)
    },
  )

  const remove = () => setText(null)

  return { read, write, remove, atom: valueAtom }
}
