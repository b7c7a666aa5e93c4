import type { ReactNode } from 'react'
import type { Product } from '../../../contract/catalog.ts'
import type { Photo } from '../../../contract/photos.ts'
import { Text } from '../../platform/language/index.ts'
import { Sum, useMoneyFormat } from '../../platform/money/index.ts'
import { listPriceTiers } from '../catalog/index.ts'

interface Props {
  product: Product
  /** The chosen photo. */
  photo: Photo | undefined
  children: ReactNode
}

/** Shows the price of one framed photo, and its quantity tiers. */
export function FramedPhotoPrice({ product, photo, children }: Props) {
  const formatMoney = useMoneyFormat()
  const [, ...tiers] = listPriceTiers(product, photo ? [photo] : [])
  return (
    <section aria-label={product.title} className="max-lg:mt-7">
      <p className="display text-[46px] lg:text-[64px]">
        <Sum amount={product.price} />
      </p>
      <p className="mt-2 text-ink-2">
        {product.description} <Text id="frames.size" />
      </p>
      {tiers.length > 0 && (
        <dl className="mt-4">
          {tiers.map(({ from, price }) => (
            <div
              key={from}
              className="flex min-h-11 items-center justify-between gap-4 border-t border-line font-semibold"
            >
              <dt>
                <Text id="frames.from" values={{ count: from }} />
              </dt>
              <dd className="lining-nums">
                <Text id="frames.each" values={{ price: formatMoney(price) }} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-4">{children}</div>
    </section>
  )
}
