import { useState } from 'react'
import type { Cart, PromoRefusal } from '../../../../contract/cart.ts'
import { Text, useText } from '../../../platform/language/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { removeCode } from '../changes/promo.ts'

type PromoCodes = Cart['promotionalCodes']
type EndedCode = PromoCodes[number] & { refusal: PromoRefusal }

const textIds = {
  PromoExpired: 'cart.promo.ended.PromoExpired',
  PromoInactive: 'cart.promo.ended.PromoInactive',
  PromoExhausted: 'cart.promo.ended.PromoExhausted',
} as const satisfies Record<PromoRefusal, string>

/** Returns the promo codes of a cart that no longer apply. An order cannot be created while the cart has one. */
export function findEndedCodes(codes: PromoCodes): EndedCode[] {
  return codes.flatMap((code) => (code.refusal === undefined ? [] : [{ ...code, refusal: code.refusal }]))
}

/** Lists codes that no longer apply, with the reason, and removes them. Renders nothing while all codes apply. */
export function EndedCodes({
  codes,
  offline = false,
  className,
}: {
  codes: PromoCodes
  /** Disables removal, which needs a network. */
  offline?: boolean
  className?: string
}) {
  return findEndedCodes(codes).map((code) => (
    <EndedCodeNote key={code.codeId} endedCode={code} offline={offline} className={className} />
  ))
}

function EndedCodeNote({
  endedCode: { codeId, code, refusal },
  offline,
  className,
}: {
  endedCode: EndedCode
  offline: boolean
  className: string | undefined
}) {
  const text = useText()
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    await removeCode(codeId)
    setBusy(false)
  }
  return (
    <Note
      tone="warn"
      icon="warning"
      role="alert"
      className={className}
      action={
        !offline && (
          <Button
            kind="outline"
            size="sm"
            busy={busy}
            aria-label={text('cart.promo.remove', { code })}
            onClick={() => void remove()}
          >
            <Text id="cart.promo.ended.remove" />
          </Button>
        )
      }
    >
      <span className="break-words">
        <Text id={textIds[refusal]} values={{ code }} />
      </span>
    </Note>
  )
}
