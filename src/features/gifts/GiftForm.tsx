import '../../ui/sum.css'
import { maxGiftCodes } from '../../../contract/cart.ts'
import type { Product } from '../../../contract/catalog.ts'
import type { Event } from '../../../contract/events.ts'
import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { Sum, useMoneyFormat } from '../../platform/money/index.ts'
import { useAppBar } from '../../platform/navigation/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Stepper } from '../../ui/form/Stepper.tsx'
import { TextArea } from '../../ui/form/TextField.tsx'
import { Dock } from '../../ui/layout/Dock.tsx'
import { WithSidebar } from '../../ui/layout/WithSidebar.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { getDiscountProgress, Thresholds } from '../cart/index.ts'
import { EmailField } from '../email/index.ts'
import { type GiftPrices, priceGifts } from './price-gifts.ts'
import { useGiftForm } from './use-gift-form.ts'

type Form = ReturnType<typeof useGiftForm>

/** Renders the form for gift codes of an event: number of codes, e-mail address, recipients, price. */
export function GiftForm({ event, product }: { event: Event; product: Product }) {
  const text = useText()
  useAppBar({ hideFooter: true })
  const form = useGiftForm(event, product)
  const { count } = form
  const prices = priceGifts(product, count)
  const progress = getDiscountProgress(count, product)
  const submitProps = { kind: 'primary', full: true, type: 'submit', busy: form.isBusy } as const
  return (
    <form
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault()
        void form.submit()
      }}
    >
      <WithSidebar
        title={<Text id="gifts.title" />}
        sidebar={
          <>
            <GiftSum {...prices} count={count} />
            <div className="mt-5.5 max-lg:hidden">
              <Button {...submitProps}>
                <Text id="gifts.toCart" />
              </Button>
            </div>
          </>
        }
      >
        <p className="mt-2 text-ink-2">
          <Text id="gifts.lead" />
        </p>
        <p className="mt-5 leading-tight font-extrabold">{event.title}</p>
        <TextLink small href="/gift">
          <Text id="gifts.another" />
        </TextLink>
        <Stepper
          className="mt-4"
          label={text('gifts.count')}
          hint={<Text id="gifts.count.hint" values={{ most: maxGiftCodes }} />}
          value={count}
          min={form.minCount}
          max={maxGiftCodes}
          onChange={form.setCount}
          lessLabel={text('cart.gifts.less')}
          moreLabel={text('cart.gifts.more')}
        />
        {progress && <Thresholds kind="gifts" progress={progress} className="mt-5" />}
        <GiftEmail {...form.email} />
        <Recipients {...form.recipients} />
      </WithSidebar>
      <Dock label={text('gifts.dock')}>
        <Button {...submitProps}>
          <Text id="gifts.toCartFor" /> <Sum amount={prices.total} />
        </Button>
      </Dock>
    </form>
  )
}

/** Asks for the e-mail address to which the codes are sent. */
function GiftEmail({ value, error, field, onChange, onLeave }: Form['email']) {
  const text = useText()
  const errorText = useErrorText()
  return (
    <EmailField
      className="mt-6"
      field={field}
      label={text('gifts.email')}
      hint={<Text id="gifts.email.hint" />}
      error={error && errorText(error)}
      value={value}
      onType={onChange}
      onLeave={onLeave}
    />
  )
}

/** Asks for the recipients, each of whom is e-mailed one code. */
function Recipients({ value, invalidEmail, tooMany, field, onChange, onLeave }: Form['recipients']) {
  const text = useText()
  const error =
    invalidEmail === undefined
      ? tooMany && text('gifts.recipients.tooMany', { most: maxGiftCodes })
      : text('gifts.recipients.wrong', { word: invalidEmail })
  return (
    <TextArea
      className="mt-6 pb-6"
      ref={field}
      label={
        <>
          <Text id="gifts.recipients" />{' '}
          <span className="font-normal text-ink-3">
            <Text id="requests.optional" />
          </span>
        </>
      }
      hint={<Text id="gifts.recipients.hint" />}
      error={error}
      name="recipients"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(change) => onChange(change.target.value)}
      onBlur={onLeave}
    />
  )
}

function GiftSum({ each, total, count }: GiftPrices & { count: number }) {
  const formatMoney = useMoneyFormat()
  return (
    <dl className="pf-sum" aria-live="polite">
      <dt>
        <Text id="cart.gifts.value" values={{ count }} />{' '}
        {each && <Text id="cart.gifts.each" values={{ price: formatMoney(each) }} />}
      </dt>
      <dd className="lining-nums">{formatMoney(total)}</dd>
      <dt data-total className="title">
        <Text id="cart.sum.total" />
      </dt>
      <dd data-total className="display">
        <Sum amount={total} />
      </dd>
    </dl>
  )
}
