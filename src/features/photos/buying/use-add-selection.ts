import { useState } from 'react'
import { useNavigate } from '../../../platform/navigation/index.ts'
import type { Buying } from './use-buying.ts'

/** Returns a function that puts the selection into the cart and opens the cart. */
export function useAddSelection(buying: Buying): { busy: boolean; addSelection: () => void } {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const addSelection = async () => {
    setBusy(true)
    const isAdded = await buying.buy(buying.chosen)
    setBusy(false)
    if (isAdded) navigate('/cart')
  }
  return { busy, addSelection: () => void addSelection() }
}
