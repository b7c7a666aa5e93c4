import '@headlessui/react'
import { getDefaultStore, type WritableAtom } from 'jotai'
import { vi } from 'vitest'
import { configureApi } from '../src/lib/api-client.ts'

/** What one test file changed on the page, which all files of a process share. */
interface Changes {
  atoms: Set<WritableAtom<unknown, unknown[], unknown>>
  listeners: { target: EventTarget; args: Parameters<EventTarget['removeEventListener']> }[]
}

/** Objects whose own properties tests replace. */
const objects = [globalThis, document, navigator, Element.prototype, HTMLElement.prototype, URL]

interface Page {
  changes: Changes
  properties: readonly (readonly [object, Map<PropertyKey, PropertyDescriptor>])[]
}

/** Modules may be evaluated again, the page is not. */
const page = ((globalThis as { sharedPage?: Page }).sharedPage ??= observePage())

function observePage(): Page {
  const changes: Changes = { atoms: new Set(), listeners: [] }
  const store = getDefaultStore()
  const { set } = store
  store.set = (atom, ...args) => {
    changes.atoms.add(atom as never)
    return set(atom, ...args)
  }
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target) as EventTarget['addEventListener']
    const observed: EventTarget['addEventListener'] = (type, listener, options) => {
      // React adds this one once per document
      if (type !== 'selectionchange') changes.listeners.push({ target, args: [type, listener, options] })
      add(type, listener, options)
    }
    Object.assign(target, { addEventListener: observed })
  }
  const properties = objects.map((object) => [object, ownProperties(object)] as const)
  return { changes, properties }
}

function ownProperties(object: object): Map<PropertyKey, PropertyDescriptor> {
  return new Map(
    Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key) ?? {}]),
  )
}

/**
 * Makes later test files import their own modules, and removes the listeners that this file has added to the window and the
 * document. Call in `afterAll` of a test file that starts the app or evaluates modules again.
 */
export function discardModules(): void {
  vi.resetModules()
  // an app that this file has started may still be mounted
  page.changes.atoms.clear()
  for (const { target, args } of page.changes.listeners) target.removeEventListener(...args)
}

/** Restores what later test files may read. */
export async function restorePage(): Promise<void> {
  for (const [object, before] of page.properties) restoreProperties(object, before)
  // modules follow the page's life cycle and the network; what they request then is for the last test
  const { fetch } = globalThis
  globalThis.fetch = () => new Promise(() => {})
  window.dispatchEvent(new Event('pageshow'))
  // ends the wait for a network that a test has lost
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  const { atoms, listeners } = page.changes
  const store = getDefaultStore()
  for (const atom of [...atoms]) if ('init' in atom) store.set(atom, atom.init)
  atoms.clear()
  listeners.length = 0
  configureApi({ base: '', language: 'ru', tenant: '' })
  const { happyDOM } = window as unknown as { happyDOM: { settings: object } }
  Object.assign(happyDOM.settings, { handleDisabledFileLoadingAsSuccess: false })
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split(';'))
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
  // past the router, which would take it for a navigation
  History.prototype.replaceState.call(history, null, '', '/')
  window.dispatchEvent(new Event('popstate'))
  await new Promise((resolve) => setImmediate(resolve))
  globalThis.fetch = fetch
}

/** New globals stay: libraries add them once per process. */
function restoreProperties(object: object, before: ReadonlyMap<PropertyKey, PropertyDescriptor>): void {
  for (const [key, property] of before) {
    const now = Object.getOwnPropertyDescriptor(object, key)
    const isSame = now && now.value === property.value && now.get === property.get
    if (!isSame && now?.configurable !== false) Object.defineProperty(object, key, property)
  }
  if (object === globalThis || object === document) return
  for (const key of Reflect.ownKeys(object)) if (!before.has(key)) Reflect.deleteProperty(object, key)
}
