import { type FirstScreenFacts, firstScreenId } from '../../contract/first-screen.ts'

type FirstScreen = Omit<FirstScreenFacts, 'language'>

let first: FirstScreen = { small: true, readOn: 0 }
let comesAlive = false

/** What the page's first screen shows of the service, as good as what was kept from a former visit. */
export const firstScreen = (): FirstScreen => first

/**
 * What the first screen is made of, as long as it is: on the server, and in the browser until that screen has come alive.
 * Undefined afterwards, and wherever the app draws by itself. What is drawn by it must be right afterwards too: nobody is
 * told when it ends.
 */
export const firstScreenNow = (): FirstScreen | undefined => (comesAlive ? first : undefined)

/** Draws what comes as the first screen, until {@link endFirstScreen}. */
export function beginFirstScreen(facts: FirstScreen): void {
  first = facts
  comesAlive = true
}

/** The screen has come alive, or another is drawn in its place. */
export function endFirstScreen(): void {
  comesAlive = false
}

/** What the server says of the screen that it has put into the page; undefined where it has put none. */
export function readFirstScreen(): FirstScreenFacts | undefined {
  const text = document.getElementById(firstScreenId)?.textContent
  return text ? (JSON.parse(text) as FirstScreenFacts) : undefined
}
