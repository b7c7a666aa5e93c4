import { useState } from 'react'
import { maxGiftCodes } from '../../../../contract/cart.ts'
import { Text, useText } from '../../../platform/language/index.ts'
import { Sum, useMoneyFormat } from '../../../platform/money/index.ts'
import { showSnack } from '../../../platform/notices/index.ts'
import { Stepper } from '../../../ui/form/Stepper.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { removeGifts, restoreGifts, setGiftCount } from '../changes/gifts.ts'
import type { ShownItem } from '../overlay.ts'
import type { ItemGroup } from '../totals.ts'
import { ApproximateMark } from './ApproximateMark.tsx'
import { ItemState } from './ItemState.tsx'

/** Shows all gift codes of an event in one row: number, recipients, total price. */
export function GiftRow({ group, gifts }: { group: ItemGroup; gifts: readonly ShownItem[] }) {
  const text = useText()
  const [pendingCount, setPendingCount] = useState<number>()
  const [first] = gifts
  if (!first) return null
  const changeCount = async (count: number) => {
    setPendingCount(count)
    await setGiftCount(group, count)
    // keep the value of a later press
    setPendingCount((pending) => (pending === count ? undefined : pending))
  }
  const { title } = first.product
  const remove = async () => {
    if (!(await removeGifts(group, gifts))) return
    showSnack({
      text: text('cart.removed', { title }),
      action: { label: text('cart.putBack'), act: () => void restoreGifts(group, gifts) },
    })
  }
  const recipientEmails = gifts.flatMap(({ recipients = [] }) => recipients)
  return (
    <li className="flex items-start gap-3.5 border-t border-line py-3">
      <div className="pf-tile size-19 flex-none lg:size-28">
        <span className="grid size-full place-items-center text-ink-2">
          <Icon name="tag" size={32} />
        </span>
      </div>
      <div className="min-w-0 flex-1 pt-0.5">
        <h3 className="leading-tight font-extrabold">{title}</h3>
        <p className="mt-1 text-sm text-ink-2">
          <Text id="cart.gifts.what" />
        </p>
        {recipientEmails.length > 0 && (
          <p className="mt-1 text-sm break-words text-ink-2">
            <Text id="cart.item.promocode" values={{ to: recipientEmails.join(', ') }} />
          </p>
        )}
        <GiftsPrice gifts={gifts} />
        <Stepper
          className="mt-2.5"
          label={text('cart.gifts.count')}
          hideLabel
          value={pendingCount ?? gifts.length}
          min={1}
          max={maxGiftCodes}
          onChange={(count) => void changeCount(count)}
          lessLabel={text('cart.gifts.less')}
          moreLabel={text('cart.gifts.more')}
        />
        <ItemState item={gifts.find(({ waiting, offSale }) => waiting || offSale) ?? first} />
      </div>
      <IconButton
        icon="bin"
        label={text('cart.remove', { title })}
        className="-mt-2 -mr-3"
        onClick={() => void remove()}
      />
    </li>
  )
}

function GiftsPrice({ gifts }: { gifts: readonly ShownItem[] }) {
  const formatMoney = useMoneyFormat()
  const firstPrice = gifts[0]?.price
  if (!firstPrice || gifts.some(({ price }) => !price)) return null
  const amount = gifts.reduce((total, { price }) => total + (price?.amount ?? 0), 0)
  const isEstimated = gifts.some((gift) => gift.isEstimated)
  const hasOnePrice = gifts.every(({ price }) => price?.amount === firstPrice.amount)
  return (
    <p className="mt-2 text-[1.1875rem] font-extrabold lining-nums">
      {isEstimated && <ApproximateMark />}
      <Sum amount={{ amount, currencyId: firstPrice.currencyId }} />{' '}
      {gifts.length > 1 && hasOnePrice && (
        <span className="ml-2 text-sm font-normal text-ink-2">
          <Text id="cart.gifts.each" values={{ price: formatMoney(firstPrice) }} />
        </span>
      )}
    </p>
  )
}
