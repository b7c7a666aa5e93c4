import type { PaymentType } from '../../../contract/invoices.ts'
import { useText } from '../../platform/language/index.ts'
import type { IconName } from '../../ui/Icon.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'

const icons: Record<PaymentType['kind'], IconName> = {
  FastPayment: 'phone',
  BankCard: 'card',
  External: 'external',
}

interface Props {
  types: readonly PaymentType[]
  value: string | undefined
  onChange: (paymentTypeId: string) => void
}

/** The ways to pay as cards, each with what it takes off. */
export function PaymentTypes({ types, value, onChange }: Props) {
  const text = useText()
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
        badge:
          type.discountPercent > 0 ? text('orders.payOff', { percent: type.discountPercent }) : undefined,
      }))}
    />
  )
}
