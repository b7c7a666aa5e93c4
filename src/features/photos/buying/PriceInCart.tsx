import type { Money } from '../../../../contract/common.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { formatMoney } from '../../../lib/format/money.ts'
import { useLanguage } from '../../../platform/language/index.ts'
import { Price } from '../../../ui/Price.tsx'
import { priceSelection } from '../../catalog/index.ts'
import { selectPhotos } from './select-photos.ts'
import type { Buying } from './use-buying.ts'

interface Props {
  buying: Buying
  photo: Photo
  /** Sets the price in the display font. */
  isLarge?: boolean
}

/** Shows the amount that a photo adds to the cart, also while it is there. */
export function PriceInCart({ buying, photo, isLarge = false }: Props) {
  const { language } = useLanguage()
  const price = getPriceInCart(buying, photo)
  if (!price) return null
  const money = formatMoney(price, language)
  if (!isLarge) return <span className="ml-2 whitespace-nowrap lining-nums">{money.text}</span>
  return (
    <Price amount={money.whole} sign={money.currency} signFirst={money.text.startsWith(money.currency)} />
  )
}

/** Returns undefined when the photo is bought, is in a package of the cart, or is not sold. */
function getPriceInCart(buying: Buying, photo: Photo): Money | undefined {
  const { priceBasis } = buying
  if (!priceBasis || buying.bought.has(photo.photoId)) return undefined
  const amount = priceSelection(selectPhotos(priceBasis, [photo]))
  return amount === 0 && buying.inCart(photo.photoId) ? undefined : { ...priceBasis.single.price, amount }
}
