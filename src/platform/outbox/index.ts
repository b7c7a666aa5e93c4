import { reportError } from '../errors/report-error.ts'

export {
  isLookedFor,
  type OutboxState,
  type SelfieOfDevice,
  useHasNews,
  useOpenSelfies,
  useOutbox,
} from './state.ts'

/** Starts to send and display the outbox when the page is idle. */
export function startOutbox(): void {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000))
  whenIdle(() => void import('./start.ts').then(({ start }) => start()).catch(reportError))
}
