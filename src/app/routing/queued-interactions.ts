import { endHydration } from '../../lib/initial-data.ts'
import { replayQueued } from './replay.ts'

let resolveInteractive = () => {}

/** Resolves once the page is interactive. */
export const whenInteractive = new Promise<void>((resolve) => {
  resolveInteractive = resolve
})

/** Marks the page as interactive and replays the interactions queued before hydration. */
export function replayInteractions(): void {
  endHydration()
  const { queuedInteractions = [] } = window
  window.queuedInteractions = undefined
  // React is in a commit and handles no event until its end
  queueMicrotask(() => {
    replayQueued(queuedInteractions)
    resolveInteractive()
  })
}
