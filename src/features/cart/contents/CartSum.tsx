import '../../../ui/sum.css'
import type { ReactNode } from 'react'
import type { Cart } from '../../../../contract/cart.ts'
import { Text, useText } from '../../../platform/language/index.ts'
import { Sum, useMoneyFormat } from '../../../platform/money/index.ts'
import { useAnnounce } from '../../../platform/notices/index.ts'
import { countItems } from '../count.ts'
import type { Estimate } from '../estimate.ts'

/** Shows the breakdown from the price of the items to the amount payable. */
export function CartSum({ cart, estimate }: { cart: Cart | null; estimate?: Estimate }) {
  if (estimate) return <EstimatedSum estimate={estimate} />
  return cart && <ConfirmedSum cart={cart} />
}

/** Shows the estimated total, marked as unconfirmed. */
function EstimatedSum({ estimate }: { estimate: Estimate }) {
  const text = useText()
  const formatMoney = useMoneyFormat('exact')
  useAnnounce(`${text('cart.sum.about')}: ${formatMoney(estimate.total)}`)
  return (
    <>
      <dl className="pf-sum mt-5">
        <dt data-total className="title">
          <Text id="cart.sum.about" />
        </dt>
        <dd data-total className="display">
          <Sum amount={estimate.total} exact />
        </dd>
      </dl>
      <p className="mt-2 text-sm text-ink-2">
        <Text id="cart.sum.aboutText" />
      </p>
    </>
  )
}

function ConfirmedSum({ cart }: { cart: Cart }) {
  const formatMoney = useMoneyFormat('exact')
  const text = useText()
  const count = countItems(cart.items)
  useAnnounce(
    `${text('cart.sum.items', { count })}. ${text('cart.sum.total')}: ${formatMoney(cart.totalAmount)}`,
  )
  const codes = cart.promotionalCodes.filter(({ discount }) => discount.amount > 0)
  return (
    <>
      <dl className="pf-sum mt-5">
        <dt>
          <Text id="cart.sum.items" values={{ count }} />
        </dt>
        <dd className="lining-nums">{formatMoney(cart.amount)}</dd>
        {codes.map(({ codeId, code, discount }) => (
          <DiscountLine
            key={codeId}
            label={<Text id="cart.sum.code" values={{ code }} />}
            value={`−${formatMoney(discount)}`}
          />
        ))}
        <dt data-total className="title">
          <Text id="cart.sum.total" />
        </dt>
        <dd data-total className="display">
          <Sum amount={cart.totalAmount} exact />
        </dd>
      </dl>
      {cart.savedByPackages && (
        <p className="mt-2 text-sm font-semibold text-ok">
          <Text id="cart.sum.saved" values={{ sum: formatMoney(cart.savedByPackages) }} />
        </p>
      )}
    </>
  )
}

function DiscountLine({ label, value }: { label: ReactNode; value: string }) {
  return (
    <>
      <dt className="font-semibold text-ok">{label}</dt>
      <dd className="font-semibold whitespace-nowrap text-ok lining-nums">{value}</dd>
    </>
  )
}
