import { reportError } from '../errors/report-error.ts'

export {
  type DeviceSelfie,
  mayMatchLater,
  type OutboxState,
  useHasActivity,
  useOpenSelfies,
  useOutbox,
} from './state.ts'

/** Starts to send and display the outbox when the page is idle. */
export function startOutbox(): void {
  const runWhenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1_000))
  runWhenIdle(() => void import('./start.ts').then(({ start }) => start()).catch(reportError))
}
