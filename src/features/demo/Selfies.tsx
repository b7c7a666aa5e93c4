import type { Demo } from '../../../contract/demo.ts'
import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ProgressiveImage } from '../../ui/media/ProgressiveImage.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { DemoSection } from './DemoSection.tsx'

type Selfie = Demo['selfies'][number]

/** Lists pictures to search with, including ones that are refused on purpose. */
export function Selfies({ demo }: { demo: Demo }) {
  const matchingSelfies = demo.selfies.filter((selfie) => selfie.runner !== undefined)
  const rejectedSelfies = demo.selfies.filter((selfie) => selfie.runner === undefined)
  return (
    <DemoSection open titleId="demo.selfies" noteId="demo.selfies.note">
      <Grid selfies={matchingSelfies} />
      {rejectedSelfies.length > 0 && (
        <>
          <h3 className="title mt-6 mb-3">
            <Text id="demo.selfies.bad" />
          </h3>
          <Grid selfies={rejectedSelfies} />
        </>
      )}
      {demo.cameras.length > 0 && (
        <p className="mt-5 max-w-[44rem] text-sm text-ink-2">
          <Text id="demo.cameras" />{' '}
          {demo.cameras.map((camera) => (
            <TextLink key={camera.url} small href={camera.url} download={camera.fileName} className="mr-4">
              {camera.fileName}
            </TextLink>
          ))}
        </p>
      )}
    </DemoSection>
  )
}

function Grid({ selfies }: { selfies: readonly Selfie[] }) {
  return (
    // a horizontally scrolling row on a phone
    <ul className="-mx-(--pf-gutter) flex gap-3 overflow-x-auto px-(--pf-gutter) pb-2 sm:mx-0 sm:grid sm:grid-cols-[repeat(auto-fill,minmax(140px,1fr))] sm:px-0 lg:gap-4">
      {selfies.map((selfie) => (
        <li key={selfie.fileName} className="w-32 flex-none sm:w-auto">
          <SelfieCard selfie={selfie} />
        </li>
      ))}
    </ul>
  )
}

function SelfieCard({ selfie }: { selfie: Selfie }) {
  const text = useText()
  const errorText = useErrorText()
  const name = selfie.runner ?? selfie.fileName
  const numbers = [...new Set(selfie.numbers.map(({ number }) => number))]
  return (
    <AppLink
      className="block"
      href={selfie.url}
      download={selfie.fileName}
      aria-label={text('demo.selfies.save', { name })}
    >
      <span className="pf-tile block aspect-4/5 h-auto">
        <ProgressiveImage src={selfie.url} width={400} height={500} alt="" className="object-[50%_25%]" />
      </span>
      <span className="mt-1.5 flex items-start gap-1.5 text-sm leading-tight font-semibold">
        <span className="min-w-0 flex-1 break-words">
          {selfie.refusedWith ? errorText(selfie.refusedWith) : name}
        </span>
        <Icon name="download" size={20} />
      </span>
      {numbers.length > 0 && <span className="text-xs text-ink-2 lining-nums">{numbers.join(' · ')}</span>}
    </AppLink>
  )
}
