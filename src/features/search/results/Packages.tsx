import type { Money } from '../../../../contract/common.ts'
import { formatMoney } from '../../../lib/format/money.ts'
import { Text, useLanguage } from '../../../platform/language/index.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { listFramedProducts, listPriceTiers } from '../../catalog/index.ts'
import { FramedPackage } from '../../frames/index.ts'
import type { Buying } from '../../photos/index.ts'
import { OfferPlate } from './OfferPlate.tsx'
import type { OfferedResults } from './use-offer.ts'

/** Lists the discounts: the packages, and the price tiers of single photos. */
export function Packages({ buying, ...results }: OfferedResults & { buying: Buying }) {
  const { language } = useLanguage()
  const formatSum = (money: Money) => formatMoney(money, language).text
  const single = buying.single
  const framedPackages = listFramedProducts(buying.products)
  const tiers = single ? listPriceTiers(single, results.surePhotos) : []
  if (!buying.personalPackage && tiers.length <= 1) {
    return (
      <Note className="mt-3">
        <Text id="search.packages.none" />
      </Note>
    )
  }
  return (
    <div className="mt-3 grid gap-6">
      {results.count > 0 && <OfferPlate {...results} buying={buying} className="lg:hidden" />}
      {framedPackages.length > 0 && (
        <section aria-labelledby="packages-framed">
          <h2 id="packages-framed" className="display-d2 mb-3">
            <Text id="search.packages.framed" />
          </h2>
          {framedPackages.map(({ singleProduct, packageProduct }) => (
            <FramedPackage
              key={packageProduct.productId}
              event={results.event}
              product={packageProduct}
              single={singleProduct}
              photos={results.surePhotos}
              count={results.count}
              buy={() => buying.buyPackage(packageProduct)}
              className="mb-3"
            />
          ))}
          <TextLink icon="frame" href={`/event/${results.event.eventId}/frame`}>
            <Text id="search.packages.framed.choose" />
          </TextLink>
        </section>
      )}
      {tiers.length > 0 && (
        <section aria-labelledby="packages-single">
          <h2 id="packages-single" className="display-d2">
            <Text id="search.packages.single" />
          </h2>
          <dl className="mt-3">
            {tiers.map((tier) => (
              <div
                key={tier.from}
                className="flex min-h-14 items-center justify-between gap-4 border-t border-line font-semibold"
              >
                <dt>
                  <Text id="search.packages.from" values={{ count: tier.from }} />
                </dt>
                <dd className="lining-nums">
                  <Text id="search.packages.each" values={{ price: formatSum(tier.price) }} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}
