import { localTextStore } from './persisted.ts'

/**
 * Keys of entries without personal data: the tenant's settings, needed for an offline start, and the flag that the
 * session must still be ended at the sign-on server.
 */
const retainedKeys = new Set(['settings', 'sessionToEnd'])

/** Deletes all cookies visible to scripts, localStorage and this tab's sessionStorage. */
export function wipeTexts(): void {
  for (const pair of document.cookie.split('; ')) {
    const [name] = pair.split('=')
    if (name) document.cookie = `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax`
  }
  for (const key of localTextStore.keys()) if (!retainedKeys.has(key)) localTextStore.set(key, null)
  try {
    sessionStorage.clear()
  } catch {
    // blocked storage is empty
  }
}
