import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { outbox } from '../../lib/outbox/index.ts'
import { useHoldUpdates } from '../../platform/updates/index.ts'
import { intent } from './intent.ts'
import { fetchPlacedOrder, type OrderInput, type PlacedOrder, placeOrder } from './place-order.ts'

/** Describes the stage of an order. `checking`: there was no answer in time, so the service is asked whether it was created. */
export type Placing = 'idle' | 'placing' | 'checking'

const answerIsLateAfterInMs = 15_000

interface Outcomes {
  onPlacing: (isPlacing: boolean) => void
  /** @param waitedInMs from the press to the answer */
  onDone: (order: PlacedOrder, waitedInMs: number) => Promise<void>
  onFailed: (error: unknown) => Promise<void>
}

/** Places an order at most once, also after network failures, and resumes it after a reload. */
export function usePlacing(outcomes: Outcomes): { placing: Placing; place: (input: OrderInput) => void } {
  const [placing, setPlacing] = useState<Placing>(() => (intent.read() ? 'checking' : 'idle'))
  const running = useRef<AbortController>(undefined)
  useHoldUpdates(placing !== 'idle')

  const follow = async (waitFor: (signal: AbortSignal) => Promise<PlacedOrder>, isNew: boolean) => {
    if (running.current) return
    const leaving = new AbortController()
    running.current = leaving
    const since = performance.now()
    const late = setTimeout(() => setPlacing('checking'), answerIsLateAfterInMs)
    try {
      const order = await waitFor(leaving.signal)
      await outcomes.onDone(order, isNew ? performance.now() - since : Number.POSITIVE_INFINITY)
    } catch (error) {
      if (leaving.signal.aborted) return
      running.current = undefined
      setPlacing('idle')
      outcomes.onPlacing(false)
      await outcomes.onFailed(error)
    } finally {
      clearTimeout(late)
    }
  }

  const goOn = useEffectEvent(() => {
    const known = intent.read()
    if (!known) return
    void outbox.flush({ now: true })
    void follow((signal) => fetchPlacedOrder(known.id, known.cartId, signal), false)
  })
  useEffect(() => {
    const soon = setTimeout(goOn)
    return () => {
      clearTimeout(soon)
      running.current?.abort()
      running.current = undefined
    }
  }, [])

  return {
    placing,
    place: (input) => {
      if (running.current) return
      setPlacing('placing')
      outcomes.onPlacing(true)
      void follow((signal) => placeOrder(input, signal), true)
    },
  }
}
