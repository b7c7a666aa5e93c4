import { useState } from 'react'
import { isBib } from '../../../../contract/bib.ts'
import type { CartItem } from '../../../../contract/cart.ts'
import { formatPlaceAndTime } from '../../../lib/format/place-and-time.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { Sum, useMoneyFormat } from '../../../platform/money/index.ts'
import { showSnack } from '../../../platform/notices/index.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ProgressiveImage } from '../../../ui/media/ProgressiveImage.tsx'
import { isGift } from '../changes/gifts.ts'
import { removeItem } from '../changes/remove.ts'
import { findRestoringScope, restoreItem } from '../changes/restore.ts'
import type { ShownItem } from '../overlay.ts'
import type { ItemGroup } from '../totals.ts'
import { ApproximateMark } from './ApproximateMark.tsx'
import { CartOffers } from './CartOffers.tsx'
import { GiftRow } from './GiftRow.tsx'
import { ItemState } from './ItemState.tsx'

/** Shows the cart items of one event, and offers that lower their price. */
export function CartGroup({ group, offline }: { group: ItemGroup; offline: boolean }) {
  const toTitle = useItemTitle()
  const regularItems = group.items.filter((item) => !isGift(item))
  return (
    <section aria-label={group.title} className="mb-2">
      <h2 className="pt-1.5 pb-3 text-sm font-semibold text-ink-2">{group.title}</h2>
      <ul>
        {regularItems.map((item) => (
          <ItemRow
            key={item.shoppingCartItemId}
            item={item}
            title={toTitle(item)}
            sameTitleItems={regularItems.filter((other) => toTitle(other) === toTitle(item))}
          />
        ))}
        <GiftRow group={group} gifts={group.items.filter(isGift)} />
      </ul>
      <hr className="border-line" />
      {!offline && <CartOffers group={group} />}
    </section>
  )
}

const collapseInMs = 220

/** Returns a function for titles: place and time of a single photo, e.g. `Финиш, 18:52`, else the title of the product. */
function useItemTitle(): (item: ShownItem) => string {
  const text = useText()
  const { language } = useLanguage()
  return ({ taken, product }) => {
    const name = taken ? formatPlaceAndTime(taken, language) : ''
    if (name === '') return product.title
    return product.productType === 'frame' ? text('cart.item.inFrame', { name }) : name
  }
}

interface ItemRowProps {
  item: ShownItem
  title: string
  /** All items with this title. Their index distinguishes them, also for screen readers. */
  sameTitleItems: readonly ShownItem[]
}

function ItemRow({ item, title, sameTitleItems }: ItemRowProps) {
  const text = useText()
  const number = sameTitleItems.length > 1 && {
    at: sameTitleItems.indexOf(item) + 1,
    count: sameTitleItems.length,
  }
  const [isLeaving, setLeaving] = useState(false)
  const remove = async () => {
    setLeaving(true)
    await new Promise((resolve) => setTimeout(resolve, collapseInMs))
    const isRemoved = await removeItem(item)
    setLeaving(false)
    if (!isRemoved) return
    const tokenScope = findRestoringScope(item)
    showSnack({
      text: text('cart.removed', { title }),
      ...(tokenScope && {
        action: { label: text('cart.putBack'), act: () => void restoreItem(item, tokenScope) },
      }),
    })
  }
  return (
    <li
      inert={isLeaving}
      className={cx(
        'grid transition-[grid-template-rows] duration-[var(--pf-base)] ease-pf',
        isLeaving ? 'grid-rows-[0fr]' : 'grid-rows-[1fr]',
      )}
    >
      <div className="min-h-0 overflow-hidden">
        <div className="flex items-start gap-3.5 border-t border-line py-3">
          <Thumb item={item} />
          <div className="min-w-0 flex-1 pt-0.5">
            <h3 className="title">
              {title}
              {number && (
                <span className="sr-only">
                  {' '}
                  <Text id="cart.item.number" values={number} />
                </span>
              )}
            </h3>
            <p className="mt-1 text-sm text-ink-2">
              <ItemDescription item={item} />
            </p>
            <ItemPrice item={item} />
            <ItemState item={item} />
          </div>
          <IconButton
            icon="bin"
            label={`${text('cart.remove', { title })}${number ? ` ${text('cart.item.number', number)}` : ''}`}
            className="-mt-2 -mr-3"
            onClick={() => void remove()}
          />
        </div>
      </div>
    </li>
  )
}

function ItemPrice({ item: { price, originalPrice, isEstimated } }: { item: ShownItem }) {
  const formatMoney = useMoneyFormat()
  if (!price) return null
  return (
    <p className="mt-2 text-[1.1875rem] font-extrabold lining-nums">
      {isEstimated && <ApproximateMark />}
      <Sum amount={price} />
      {!isEstimated && originalPrice && originalPrice.amount > price.amount && (
        <span className="ml-2 text-sm font-normal text-ink-2">
          <Text id="cart.item.later" values={{ sum: formatMoney(originalPrice) }} />
        </span>
      )}
    </p>
  )
}

const productIcons: Record<CartItem['product']['productType'], IconName> = {
  photo: 'image',
  photos_with_me: 'people',
  frame: 'frame',
  photosWithFrame: 'frame',
  video: 'play',
  promocode: 'tag',
}

function Thumb({ item }: { item: ShownItem }) {
  const { thumb, product } = item
  return (
    <div className="pf-tile size-19 flex-none lg:size-28">
      {thumb ? (
        <ProgressiveImage
          src={thumb.url}
          width={thumb.width}
          height={thumb.height}
          placeholder={thumb.placeholder}
          alt=""
          // a frame must not be cropped
          className={product.productType === 'frame' ? 'object-contain!' : 'object-[50%_20%]'}
        />
      ) : (
        <span className="grid size-full place-items-center text-ink-2">
          <Icon name={productIcons[product.productType]} size={32} />
        </span>
      )}
    </div>
  )
}

/** Describes what the item contains. */
function ItemDescription({ item }: { item: ShownItem }) {
  const { productType } = item.product
  const count = item.photosCount ?? 0
  if (productType === 'photos_with_me' || productType === 'photosWithFrame') {
    if (item.waiting && count === 0) return <Text id="cart.item.package" />
    return (
      <>
        <Text id={count > 0 ? `cart.item.${productType}` : 'cart.item.preorder'} values={{ count }} />
        {item.subject !== undefined && (
          <>
            {' · '}
            <RunnerLabel subject={item.subject} />
          </>
        )}
      </>
    )
  }
  if (item.gift) return <Text id="cart.item.gift" />
  return productType === 'promocode' ? null : <Text id={`cart.item.${productType}`} />
}

/** Shows the number or the surname of a package's runner. */
function RunnerLabel({ subject }: { subject: string }) {
  return isBib(subject) ? <Text id="cart.item.bib" values={{ number: subject }} /> : subject
}
