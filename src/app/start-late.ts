import { getDefaultStore } from 'jotai'
import { startTransition } from 'react'
import { codeSettled } from '../platform/loading/index.ts'
import { latePartsAtom } from './updates.ts'

/** Starts the parts that the first paint does not need once the page is idle: service worker, messages, route effects. */
export function startLateParts(): void {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000))
  // a tap may have started loading code meanwhile
  whenIdle(() => void codeSettled().then(start).catch(startFailed))
}

async function start(): Promise<void> {
  const late = await import('./device/late.ts')
  late.start()
  startTransition(() => getDefaultStore().set(latePartsAtom, { Parts: late.Parts }))
}

/** Shows the failure note. If its code fails to load too, the rejection is unhandled, so that browsers report it. */
async function startFailed(error: unknown): Promise<void> {
  const { failed } = await import('./FailureNote.tsx')
  failed(error, start)
}
