import { localTextStore, type TextStore } from './persisted.ts'

const lifetimeInMs = 365 * 24 * 60 * 60 * 1000

function readCookie(name: string): string | null {
  const start = `${name}=`
  const pair = document.cookie.split('; ').find((each) => each.startsWith(start))
  if (!pair) return null
  try {
    return decodeURIComponent(pair.slice(start.length)) || null
  } catch {
    return null
  }
}

function writeCookie(name: string, value: string, expiresOn: Date): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Expires=${expiresOn.toUTCString()}; SameSite=Lax${secure}`
}

/** Combines a cookie with localStorage, which browsers clear at different times. The cookie takes precedence. */
export const cookieTextStore: TextStore = {
  get: (key) => readCookie(key) ?? localTextStore.get(key),
  set(key, text) {
    writeCookie(key, text ?? '', new Date(text === null ? 0 : Date.now() + lifetimeInMs))
    localTextStore.set(key, text)
  },
}
