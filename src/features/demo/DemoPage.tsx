import type { Demo } from '../../../contract/demo.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { NotLoaded } from '../../platform/loading/index.ts'
import { useTitle } from '../../platform/navigation/index.ts'
import { Ruler } from '../../ui/feedback/Ruler.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { Accounts } from './Accounts.tsx'
import { DemoLinks } from './DemoLinks.tsx'
import { DemoSection } from './DemoSection.tsx'
import { PromoCodes } from './PromoCodes.tsx'
import { Selfies } from './Selfies.tsx'
import { SentMails } from './SentMails.tsx'
import { StartNumbers } from './StartNumbers.tsx'
import { useDemo } from './use-demo.ts'

/** Renders `/demo`: the features that visitors can try in the demo. */
export function DemoPage() {
  const text = useText()
  useTitle(text('demo.title'))
  const loaded = useDemo()
  if (loaded.value) return <DemoTour demo={loaded.value} onReload={loaded.reload} />
  if (loaded.state === 'failed')
    return <NotLoaded title={<Text id="demo.absent" />} error={loaded.error} onRetry={loaded.reload} />
  return (
    <div className="wrap py-9" aria-busy="true">
      <Skeleton height={64} className="w-full max-w-120" />
      <Skeleton text width={260} className="mt-6" />
    </div>
  )
}

function DemoTour({ demo, onReload }: { demo: Demo; onReload: () => void }) {
  return (
    <div className="wrap pt-6 pb-12 lg:pt-11">
      <h1 className="display-d1">
        <Text id="demo.title" />
      </h1>
      <p className="mt-3 max-w-[44rem] text-ink-2">
        <Text id="demo.intro" />
      </p>
      <Seeding seeding={demo.seeding} />
      <Steps />
      <DemoSection open titleId="demo.events" noteId="demo.events.note">
        <ul>
          {demo.events.map((event) => (
            <li
              key={event.eventId}
              className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 border-t border-line py-2"
            >
              <TextLink href={event.path}>{event.title}</TextLink>
              <span className="text-sm text-ink-2 lining-nums">
                <Text
                  id={event.preorder ? 'demo.events.preorder' : 'demo.events.photos'}
                  values={{ ready: event.photosReady, total: event.photosTotal }}
                />
              </span>
            </li>
          ))}
        </ul>
      </DemoSection>
      <Selfies demo={demo} />
      <div className="mt-10 border-b border-line">
        <StartNumbers demo={demo} />
        <PromoCodes demo={demo} />
        {demo.accounts && <Accounts accounts={demo.accounts} />}
        <BankOutcomes outcomes={demo.bank.outcomes} />
        <SentMails outbox={demo.outbox} onReload={onReload} />
        <DemoLinks demo={demo} />
      </div>
    </div>
  )
}

function Seeding({ seeding }: { seeding: Demo['seeding'] }) {
  const text = useText()
  if (seeding.state === 'Done') return null
  const values = { done: seeding.done, total: seeding.total }
  return (
    <div className="mt-6 max-w-[44rem]" role="status">
      <p className="mb-1 text-sm font-semibold text-ink-2 lining-nums">
        <Text id="demo.seeding" values={values} />
      </p>
      <Ruler
        size="sm"
        label={text('demo.seeding.label')}
        value={seeding.total > 0 ? seeding.done / seeding.total : undefined}
        valueText={text('demo.seeding', values)}
      />
    </div>
  )
}

const steps = ['selfie', 'package', 'pay', 'download'] as const

function Steps() {
  return (
    <ol className="mt-8 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-4">
      {steps.map((step, at) => (
        <li key={step} className="flex gap-3.5 border-t-2 border-ink py-3.5">
          <b className="display text-[2.75rem]" aria-hidden="true">
            {at + 1}
          </b>
          <span className="pt-0.5 text-sm">
            <Text id={`demo.step.${step}`} />
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Lists the outcomes that the sandbox bank can simulate. */
function BankOutcomes({ outcomes }: { outcomes: Demo['bank']['outcomes'] }) {
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
