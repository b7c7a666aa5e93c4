import type { Money } from '../../../../contract/common.ts'
import type { PaymentType } from '../../../../contract/invoices.ts'
import { useText } from '../../../platform/language/index.ts'
import { useMoneyFormat } from '../../../platform/money/index.ts'
import { RadioCards } from '../../../ui/form/RadioCards.tsx'
import type { IconName } from '../../../ui/Icon.tsx'
import { computeDiscount } from './payment-types.ts'

const icons: Record<PaymentType['kind'], IconName> = {
  FastPayment: 'phone',
  BankCard: 'card',
  External: 'external',
}

interface Props {
  types: readonly PaymentType[]
  /** Excludes the discount of the payment type. */
  total: Money
  value: string | undefined
  onChange: (paymentTypeId: string) => void
}

/** Offers the payment types as cards, each with its discount. */
export function PaymentTypes({ types, total, value, onChange }: Props) {
  const text = useText()
  const formatMoney = useMoneyFormat('exact')
  const getBadge = (type: PaymentType) => {
    const discount = computeDiscount(type, total)
    return discount.amount > 0 ? text('orders.payOff', { sum: formatMoney(discount) }) : undefined
  }
  return (
    <RadioCards
      legend={text('orders.payWith')}
      value={value}
      onChange={onChange}
      options={types.map((type) => ({
        value: type.paymentTypeId,
        title: type.title,
        hint: text(`orders.payWith.${type.kind}`),
        icon: icons[type.kind],
        badge: getBadge(type),
      }))}
    />
  )
}
