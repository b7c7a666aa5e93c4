import { localShelf, type Shelf } from './stored.ts'

const lifeInMs = 365 * 24 * 60 * 60 * 1000

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

/** Cookie and localStorage together: browsers clear them at different times; the cookie is believed first. */
export const cookieShelf: Shelf = {
  get: (key) => readCookie(key) ?? localShelf.get(key),
  set(key, text) {
    writeCookie(key, text ?? '', new Date(text === null ? 0 : Date.now() + lifeInMs))
    localShelf.set(key, text)
  },
}
