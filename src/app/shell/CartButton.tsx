import { useAtomValue } from 'jotai'
import { cartCountAtom } from '../../features/cart/count.ts'
import { useText } from '../../platform/language/index.ts'
import { usePath } from '../../platform/navigation/index.ts'
import { IconButton } from '../../ui/IconButton.tsx'

export function CartButton() {
  const text = useText()
  const path = usePath()
  const count = useAtomValue(cartCountAtom)
  const isCartPage = path === '/cart'
  return (
    <IconButton
      icon="bag"
      label={text('app.cart', { count })}
      count={count}
      href="/cart"
      aria-current={isCartPage ? 'page' : undefined}
      // no navigation when the cart is already open
      onClick={isCartPage ? (event) => event.preventDefault() : undefined}
    />
  )
}
