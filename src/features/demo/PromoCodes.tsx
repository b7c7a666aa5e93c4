import type { Demo } from '../../../contract/demo.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { showSnack } from '../../platform/notices/index.ts'
import { Button } from '../../ui/Button.tsx'
import { DemoSection } from './DemoSection.tsx'

/** Lists promo codes: valid ones, and ones that are refused on purpose. */
export function PromoCodes({ demo }: { demo: Demo }) {
  const text = useText()
  const copy = async (code: string) => {
    await navigator.clipboard.writeText(code)
    showSnack({ text: text('demo.codes.copied', { code }) })
  }
  // the clipboard needs https; without it the code can still be selected
  const canCopy = 'clipboard' in navigator
  return (
    <DemoSection titleId="demo.codes" noteId="demo.codes.note">
      <ul className="max-w-[44rem] border-b border-line">
        {demo.promoCodes.map((promo) => (
          <li
            key={promo.code}
            className="flex min-h-16 items-center gap-4 border-t border-line py-2 lining-nums"
          >
            <span className="min-w-0 flex-1">
              <b className="block break-all select-all">{promo.code}</b>
              <span className="block text-sm text-ink-2">
                <Text
                  id={promo.gift ? 'demo.codes.gift' : 'demo.codes.percent'}
                  values={{ percent: promo.percent }}
                />
                {promo.eventId && (
                  <>
                    {' · '}
                    {demo.events.find((event) => event.eventId === promo.eventId)?.title}
                  </>
                )}
                {promo.state !== 'Works' && (
                  <>
                    {' · '}
                    <Text id={`demo.codes.${promo.state}`} />
                  </>
                )}
              </span>
            </span>
            {canCopy && (
              <Button kind="sub" size="sm" onClick={() => void copy(promo.code)}>
                <Text id="demo.codes.copy" />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </DemoSection>
  )
}
