import { useSyncExternalStore } from 'react'
import { type FirstScreenFacts, firstScreenId } from '../../../contract/first-screen.ts'

type FirstScreen = Omit<FirstScreenFacts, 'language'>

let first: FirstScreen = { small: true, readOn: 0 }

/** What the page's first screen shows of the service, as good as what was kept from a former visit. */
export const firstScreen = (): FirstScreen => first

export function setFirstScreen(facts: FirstScreen): void {
  first = facts
}

/** What the server says of the screen that it has put into the page; undefined where it has put none. */
export function takeFirstScreen(): FirstScreenFacts | undefined {
  const text = document.getElementById(firstScreenId)?.textContent
  if (!text) return undefined
  const facts = JSON.parse(text) as FirstScreenFacts
  first = facts
  return facts
}

const never = () => () => {}

/**
 * What the first screen is made of, as long as it is: on the server, and in the browser until that screen has come alive.
 * Undefined afterwards, and wherever the app draws by itself.
 */
export function useFirstScreen(): FirstScreen | undefined {
  const isFirst = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  return isFirst ? first : undefined
}
