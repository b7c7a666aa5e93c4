import type { Demo } from '../../../contract/demo.ts'
import { Text } from '../../platform/language/index.ts'
import { DemoSection } from './DemoSection.tsx'

/** Lists the outcomes that the sandbox bank can simulate. */
export function BankOutcomes({ outcomes }: { outcomes: Demo['bank']['outcomes'] }) {
  return (
    <DemoSection titleId="demo.bank" noteId="demo.bank.note">
      <dl className="max-w-[44rem] border-b border-line">
        {outcomes.map((outcome) => (
          <div key={outcome} className="border-t border-line py-3 sm:grid sm:grid-cols-[12rem_1fr] sm:gap-4">
            <dt className="font-semibold">
              <Text id={`demo.bank.${outcome}`} />
            </dt>
            <dd className="text-sm text-ink-2">
              <Text id={`demo.bank.${outcome}.then`} />
            </dd>
          </div>
        ))}
      </dl>
    </DemoSection>
  )
}
