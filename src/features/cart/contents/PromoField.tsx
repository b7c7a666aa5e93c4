import { useAtom } from 'jotai'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Cart } from '../../../../contract/cart.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { isApiError } from '../../../lib/api.ts'
import { Text, useErrorText, useText } from '../../../platform/language/index.ts'
import { persisted } from '../../../platform/storage/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { applyCode, removeCode } from '../changes/promo.ts'
import { EndedCodes } from './EndedCodes.tsx'

/** Persists the typed code until it is applied. */
const typedCodeStore = persisted({
  key: 'promoTyped',
  schema: z.string(),
  initial: '',
  plain: true,
  isEmpty: (code) => code === '',
})

type Phase = { type: 'idle' | 'checking' } | { type: 'refused'; error: unknown }

/** Refusals with a specific message. Any other error is reported as a failure to add the code. */
const refusals: readonly ErrorCode[] = [
  'PromoConflict',
  'PromoExpired',
  'PromoInactive',
  'PromoExhausted',
  'PromoNotFound',
  'PromoNotApplicable',
  'TooManyRequests',
  'NoResponse',
]

/** Shows the promo codes: applied ones, ended ones, and the input for another one. A refused code stays in the input. */
export function PromoField({ codes, offline }: { codes: Cart['promotionalCodes']; offline: boolean }) {
  const text = useText()
  const errorText = useErrorText()
  const field = useRef<HTMLInputElement>(null)
  const [typedCode, setTypedCode] = useAtom(typedCodeStore.atom)
  const [phase, setPhase] = useState<Phase>({ type: 'idle' })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const code = typedCode.trim()
    if (phase.type === 'checking' || offline) return
    if (code === '') {
      field.current?.focus()
      return
    }
    setPhase({ type: 'checking' })
    try {
      await applyCode(code)
      setTypedCode('')
      setPhase({ type: 'idle' })
    } catch (error) {
      setPhase({ type: 'refused', error })
      field.current?.focus()
    }
  }
  useEffect(() => {
    // the message is rendered below the field, where the dock may cover it
    if (phase.type === 'refused') field.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [phase])
  const applied = codes.filter(({ refusal }) => refusal === undefined)
  const toErrorText = (error: unknown) =>
    isApiError(error, ...refusals) ? errorText(error) : text('cart.promo.unknown')

  return (
    <div className="mt-4.5 lg:mt-0">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={text('cart.promo.label')}
          hint={offline ? <Text id="cart.promo.offline" /> : undefined}
          error={phase.type === 'refused' && toErrorText(phase.error)}
        >
          {(control) => (
            <div className="flex gap-2">
              <div className={cx('pf-input min-w-0 flex-1', phase.type === 'refused' && 'pf-input-error')}>
                <input
                  {...control}
                  ref={field}
                  value={typedCode}
                  onChange={(event) => {
                    setTypedCode(event.target.value)
                    if (phase.type === 'refused') setPhase({ type: 'idle' })
                  }}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={64}
                  enterKeyHint="done"
                />
              </div>
              <Button
                kind="sub"
                type="submit"
                className="flex-none lg:bg-bg"
                busy={phase.type === 'checking'}
                disabled={offline}
              >
                <Text id={phase.type === 'checking' ? 'cart.promo.checking' : 'cart.promo.apply'} />
              </Button>
            </div>
          )}
        </Field>
      </form>
      <EndedCodes codes={codes} offline={offline} className="mt-3" />
      {applied.length > 0 && (
        <ul className="mt-2" aria-label={text('cart.promo.applied')}>
          {applied.map(({ codeId, code }) => (
            <li key={codeId} className="flex min-h-12 items-center gap-2 font-semibold text-ok">
              <Icon name="check" size={20} />
              <span className="min-w-0 flex-1 break-all">{code}</span>
              {!offline && (
                <IconButton
                  icon="close"
                  iconSize={20}
                  label={text('cart.promo.remove', { code })}
                  className="-mr-3 text-ink"
                  onClick={() => void removeCode(codeId)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
