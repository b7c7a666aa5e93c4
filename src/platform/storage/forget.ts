import { eventSearch } from './event-search.ts'
import { localShelf } from './stored.ts'

/**
 * What says nothing about the visitor: the tenant's look, without which the app would not start without a network, and
 * that a session is still to be ended at the sign-on server.
 */
const kept = new Set(['settings', 'sessionToEnd'])

/** Every cookie that a script can see, localStorage and this tab's sessionStorage leave. */
export function wipeTexts(): void {
  for (const pair of document.cookie.split('; ')) {
    const [name] = pair.split('=')
    if (name) document.cookie = `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax`
  }
  for (const key of localShelf.keys()) if (!kept.has(key)) localShelf.set(key, null)
  try {
    sessionStorage.clear()
  } catch {
    // refused storage holds nothing
  }
}

/** Ids of the selfies that searches of this device were made with. */
export function searchedSelfies(): string[] {
  const eventIds = localShelf
    .keys()
    .flatMap((key) => /^search\.(.+)\.(?:selfieId|last)$/.exec(key)?.[1] ?? [])
  const ids = [...new Set(eventIds)].flatMap((eventId) => {
    const { selfieId, last } = eventSearch(eventId)
    const search = last.read()
    return [selfieId.read(), search?.by === 'face' ? search.selfieId : null]
  })
  return [...new Set(ids)].filter((id) => id !== null)
}
