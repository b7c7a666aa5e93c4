import type { ReactNode } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { cx } from '../../ui/cx.ts'
import { SlitImage } from '../../ui/SlitImage.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import type { Case, Lane, Partner, Picture } from './partners.tsx'

/** What is on offer, on the hero field. */
export function Lanes({ partner: { page, lanes } }: { partner: Partner }) {
  const text = useText()
  return (
    <section className="pf-hero" aria-label={text(`requests.${page}.lanes`)}>
      <ol className="wrap divide-y-3">
        {lanes.map((lane, at) => (
          <LaneRow key={lane.name} number={at + 1} page={page} lane={lane} />
        ))}
      </ol>
    </section>
  )
}

function LaneRow({ number, page, lane }: { number: number; page: Partner['page']; lane: Lane }) {
  const id = `requests.${page}.${lane.name}`
  return (
    <li className="flex gap-3 py-5 lg:py-7">
      <span aria-hidden="true" className="display-d1 w-14 flex-none lg:w-36">
        {number}
      </span>
      <div className="min-w-0 flex-1 lg:flex lg:items-center lg:gap-8">
        <div className="flex-1">
          <h2 className="display-d2">
            <Text id={id} />
          </h2>
          <p className="mt-2 max-w-[34rem] font-medium">
            <Text id={`${id}.text`} />
          </p>
        </div>
        {lane.value && <div className="display-d2 mt-2 lg:mt-0">{lane.value}</div>}
      </div>
    </li>
  )
}

export function Pictures({ of: { pictures = [] } }: { of: Partner }) {
  if (pictures.length === 0) return null
  return (
    <div className={cx('wrap grid gap-2 pt-9 md:gap-4 lg:pt-12', pictures.length > 1 && 'md:grid-cols-2')}>
      {pictures.map((picture) => (
        <Print
          key={picture.name}
          picture={picture}
          className={pictures.length > 1 ? 'aspect-3/2' : 'aspect-3/2 md:aspect-[3/1]'}
        />
      ))}
    </div>
  )
}

function Print({ picture, className }: { picture: Picture; className: string }) {
  const text = useText()
  return (
    <div className={cx('relative overflow-hidden rounded-print bg-line', className)}>
      <SlitImage
        src={picture.src}
        width={800}
        height={533}
        alt={text(`requests.picture.${picture.name}`)}
        className="size-full object-cover object-[50%_35%]"
      />
    </div>
  )
}

interface PartProps {
  id: string
  lead?: ReactNode
  children: ReactNode
}

function Part({ id, lead, children }: PartProps) {
  const headingId = id.replaceAll('.', '-')
  return (
    <section className="wrap pt-12 lg:pt-18" aria-labelledby={headingId}>
      <h2 id={headingId} className="display-d2">
        <Text id={id} />
      </h2>
      {lead && <p className="mt-3 max-w-[40rem] text-ink-2">{lead}</p>}
      {children}
    </section>
  )
}

/** Figures, said large. */
export function Facts({ of: { page, facts = [] } }: { of: Partner }) {
  if (facts.length === 0) return null
  return (
    <Part id={`requests.${page}.facts`}>
      <dl
        className={cx(
          'mt-5 grid gap-x-8 gap-y-5 md:grid-cols-2 lg:mt-7',
          facts.length === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-3',
        )}
      >
        {facts.map((name) => (
          <div key={name} className="border-t border-line-strong pt-3">
            <dt className="display-d2 text-accent-ink">
              <Text id={`requests.${page}.${name}`} />
            </dt>
            <dd className="mt-2 max-w-[26rem]">
              <Text id={`requests.${page}.${name}.text`} />
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

/** What happens when. */
export function Steps({ of: { page, steps = [] } }: { of: Partner }) {
  if (steps.length === 0) return null
  return (
    <Part id={`requests.${page}.steps`}>
      <ol className="mt-5 grid gap-x-8 gap-y-5 lg:mt-7 lg:grid-cols-3">
        {steps.map((name) => (
          <li key={name} className="border-t border-line-strong pt-3">
            <h3 className="title">
              <Text id={`requests.${page}.${name}`} />
            </h3>
            <p className="mt-1.5 max-w-[34rem]">
              <Text id={`requests.${page}.${name}.text`} />
            </p>
          </li>
        ))}
      </ol>
    </Part>
  )
}

/** Examples of working together, as rows. */
export function Cases({ of: { page, cases = [] } }: { of: Partner }) {
  if (cases.length === 0) return null
  return (
    <Part id={`requests.${page}.cases`} lead={<Text id={`requests.${page}.cases.text`} />}>
      <ul className="mt-5 lg:mt-7">
        {cases.map((each) => (
          <CaseRow key={each.name} of={each} />
        ))}
      </ul>
    </Part>
  )
}

function CaseRow({ of: { name, picture, value } }: { of: Case }) {
  const id = `requests.case.${name}`
  return (
    <li className="grid gap-4 border-t border-line py-6 md:grid-cols-[240px_1fr] md:gap-8 lg:grid-cols-[320px_1fr_280px] lg:items-center">
      <Print picture={picture} className="aspect-3/2" />
      <div>
        <h3 className="display-d3">
          <Text id={id} />
        </h3>
        <p className="mt-1 text-sm font-semibold text-ink-2">
          <Text id={`${id}.model`} />
        </p>
        <p className="mt-3 max-w-[38rem]">
          <Text id={`${id}.text`} />
        </p>
      </div>
      <p className="md:col-start-2 lg:col-start-3 lg:text-right">
        <span className="display-d2 block text-accent-ink">{value}</span>
        <span className="mt-1 block text-sm text-ink-2">
          <Text id={`${id}.gain`} />
        </span>
      </p>
    </li>
  )
}

/** One more thing, on sunk ground. */
export function Aside({ of: { page, aside } }: { of: Partner }) {
  if (!aside) return null
  const id = `requests.${page}.${aside.name}`
  return (
    <section className="mt-12 bg-sunk lg:mt-18">
      <div className="wrap py-7 lg:grid lg:grid-cols-2 lg:gap-16 lg:py-9">
        <h2 className="display-d2">
          <Text id={id} />
        </h2>
        <div className="mt-3 lg:mt-0">
          <p className="max-w-[38rem]">
            <Text id={`${id}.text`} />
          </p>
          {aside.href && (
            <TextLink className="mt-2" href={aside.href}>
              <Text id={`${id}.link`} />
            </TextLink>
          )}
        </div>
      </div>
    </section>
  )
}
