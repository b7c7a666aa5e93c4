import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { outbox } from '../../lib/outbox/index.ts'
import { useBlockUpdates } from '../../platform/updates/index.ts'
import { intent } from './intent.ts'
import { fetchPlacedOrder, type OrderInput, type PlacedOrder, placeOrder } from './place-order.ts'

/** Describes the stage of an order. `checking`: there was no answer in time, so the service is asked whether it was created. */
export type Placing = 'idle' | 'placing' | 'checking'

const lateAnswerAfterInMs = 15_000

interface Outcomes {
  onPlacing: (isPlacing: boolean) => void
  /** @param waitedInMs from the press to the answer */
  onDone: (order: PlacedOrder, waitedInMs: number) => Promise<void>
  onFailed: (error: unknown) => Promise<void>
}

/** Places an order at most once, also after network failures, and resumes it after a reload. */
export function usePlacing(outcomes: Outcomes): { placing: Placing; place: (input: OrderInput) => void } {
  const [placing, setPlacing] = useState<Placing>(() => (intent.read() ? 'checking' : 'idle'))
  const abortRef = useRef<AbortController>(undefined)
  useBlockUpdates(placing !== 'idle')

  const trackOrder = async (waitForOrder: (signal: AbortSignal) => Promise<PlacedOrder>, isNew: boolean) => {
    if (abortRef.current) return
    const abortController = new AbortController()
    abortRef.current = abortController
    const startedAtInMs = performance.now()
    const lateTimer = setTimeout(() => setPlacing('checking'), lateAnswerAfterInMs)
    try {
      const order = await waitForOrder(abortController.signal)
      await outcomes.onDone(order, isNew ? performance.now() - startedAtInMs : Number.POSITIVE_INFINITY)
    } catch (error) {
      if (abortController.signal.aborted) return
      abortRef.current = undefined
      setPlacing('idle')
      outcomes.onPlacing(false)
      await outcomes.onFailed(error)
    } finally {
      clearTimeout(lateTimer)
    }
  }

  const resumeOrder = useEffectEvent(() => {
    const storedIntent = intent.read()
    if (!storedIntent) return
    void outbox.flush({ now: true })
    void trackOrder((signal) => fetchPlacedOrder(storedIntent.id, storedIntent.cartId, signal), false)
  })
  useEffect(() => {
    const startTimer = setTimeout(resumeOrder)
    return () => {
      clearTimeout(startTimer)
      abortRef.current?.abort()
      abortRef.current = undefined
    }
  }, [])

  return {
    placing,
    place: (input) => {
      if (abortRef.current) return
      setPlacing('placing')
      outcomes.onPlacing(true)
      void trackOrder((signal) => placeOrder(input, signal), true)
    },
  }
}
