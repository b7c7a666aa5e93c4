import { endHydration } from '../lib/initial-data.ts'
import { replay } from './replay.ts'

let tellAnswered = () => {}

/** Resolves once the page is interactive. */
export const answers = new Promise<void>((resolve) => {
  tellAnswered = resolve
})

/** Marks the page as interactive and replays the interactions queued before. */
export function replayInteractions(): void {
  endHydration()
  const { queuedInteractions = [] } = window
  window.queuedInteractions = undefined
  // React is committing, and handles no other event before it is done
  queueMicrotask(() => {
    replay(queuedInteractions)
    tellAnswered()
  })
}
