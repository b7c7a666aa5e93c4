import { useState } from 'react'
import { useNavigate } from '../../platform/navigation/index.ts'
import type { Buying } from './use-buying.ts'

/** Returns a function that puts the selection into the cart and opens the cart. */
export function useToCart(buying: Buying): { busy: boolean; toCart: () => void } {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const toCart = async () => {
    setBusy(true)
    const bought = await buying.buy(buying.chosen)
    setBusy(false)
    if (bought) navigate('/cart')
  }
  return { busy, toCart: () => void toCart() }
}
