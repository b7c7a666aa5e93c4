import { reportError } from '../errors/report-error.ts'

export {
  isLookedFor,
  type OutboxState,
  type SelfieOfDevice,
  useHasNews,
  useOpenSelfies,
  useOutbox,
} from './state.ts'

/** Begins to send what waits, and to show it, once the page has nothing more urgent to do. */
export function startOutbox(): void {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000))
  whenIdle(() => void import('./start.ts').then(({ start }) => start()).catch(reportError))
}
