import { getDefaultStore } from 'jotai'
import { startTransition } from 'react'
import { latePartsAtom } from './updates.ts'

/** Once the page is on the screen: the service worker, and all that is of no use before. */
export function startLateParts(): void {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000))
  whenIdle(() => void start().catch(() => {}))
}

async function start(): Promise<void> {
  const late = await import('./device/late.ts')
  late.start()
  startTransition(() => getDefaultStore().set(latePartsAtom, { Parts: late.Parts }))
}
