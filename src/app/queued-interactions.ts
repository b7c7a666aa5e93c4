import { endHydration } from '../lib/initial-data.ts'
import { replay } from './replay.ts'

let tellAnswered = () => {}

/** Resolves once the page is interactive. */
export const answers = new Promise<void>((resolve) => {
  tellAnswered = resolve
})

/** Marks the page as interactive and replays the interactions queued before hydration. */
export function replayInteractions(): void {
  endHydration()
  const { queuedInteractions = [] } = window
  window.queuedInteractions = undefined
  // React is in a commit and handles no event until its end
  queueMicrotask(() => {
    replay(queuedInteractions)
    tellAnswered()
  })
}
