import { endFirstScreen } from '../lib/first-screen.ts'
import { replay } from './replay.ts'

let tellAnswered = () => {}

/** Resolves once the page reacts to taps. */
export const answers = new Promise<void>((resolve) => {
  tellAnswered = resolve
})

/** The page answers from now on; what was pressed and typed before is done. */
export function answerEarly(): void {
  endFirstScreen()
  const { early = [] } = window
  window.early = undefined
  // React is committing, and takes no other event before it is done
  queueMicrotask(() => {
    replay(early)
    tellAnswered()
  })
}
