import { getDefaultStore } from 'jotai'
import { startTransition } from 'react'
import { waitForCodeLoading } from '../platform/loading/index.ts'
import { deferredPartsAtom } from './update/updates.ts'

/** Starts the parts that the first paint does not need once the page is idle: service worker, messages, route effects. */
export function startDeferredParts(): void {
  const runWhenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1_000))
  // a tap may have started loading code meanwhile
  runWhenIdle(() => void waitForCodeLoading().then(start).catch(showStartFailure))
}

async function start(): Promise<void> {
  const deferred = await import('./device/deferred.ts')
  deferred.start()
  startTransition(() => getDefaultStore().set(deferredPartsAtom, { DeferredParts: deferred.DeferredParts }))
}

/** Shows the failure note. If its code fails to load too, the rejection is unhandled, so that browsers report it. */
async function showStartFailure(error: unknown): Promise<void> {
  const { handleStartFailure: failed } = await import('./update/FailureNote.tsx')
  failed(error, start)
}
