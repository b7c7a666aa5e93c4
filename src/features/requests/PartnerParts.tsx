import type { ReactNode } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { ProgressiveImage } from '../../ui/media/ProgressiveImage.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import './partners.css'
import type { Case, Offer, Partner, Picture } from './partners.tsx'

/** Lists the offers, on the hero background. */
export function Offers({ partner: { page, offers } }: { partner: Partner }) {
  const text = useText()
  return (
    <section className="pf-hero" aria-label={text(`requests.${page}.lanes`)}>
      <ol className="wrap pf-lanes">
        {offers.map((offer, index) => (
          <OfferRow key={offer.name} number={index + 1} page={page} offer={offer} />
        ))}
      </ol>
    </section>
  )
}

function OfferRow({ number, page, offer }: { number: number; page: Partner['page']; offer: Offer }) {
  const id = `requests.${page}.${offer.name}`
  return (
    <li>
      <span aria-hidden="true" className="pf-lane-number display">
        {number}
      </span>
      <div>
        <div>
          <h2 className="display-d2">
            <Text id={id} />
          </h2>
          <p className="mt-2 max-w-[34rem] font-medium">
            <Text id={`${id}.text`} />
          </p>
        </div>
        {offer.value && <div className="pf-lane-value display">{offer.value}</div>}
      </div>
    </li>
  )
}

export function Pictures({ partner: { pictures } }: { partner: Partner }) {
  if (!pictures) return null
  return (
    <div className="wrap pf-partner-part">
      <div className="pf-partner-pictures">
        {pictures.map((picture) => (
          <PartnerPicture key={picture.name} picture={picture} />
        ))}
      </div>
    </div>
  )
}

function PartnerPicture({ picture: { name, src } }: { picture: Picture }) {
  const text = useText()
  return (
    <div className="pf-partner-picture">
      <ProgressiveImage src={src} alt={text(`requests.picture.${name}`)} />
    </div>
  )
}

interface SectionProps {
  id: string
  lead?: ReactNode
  children: ReactNode
}

function Section({ id, lead, children }: SectionProps) {
  const headingId = id.replaceAll('.', '-')
  return (
    <section className="wrap pf-partner-part" aria-labelledby={headingId}>
      <h2 id={headingId} className="display-d2">
        <Text id={id} />
      </h2>
      {lead && <p className="mt-3 max-w-[34rem] text-ink-2">{lead}</p>}
      {children}
    </section>
  )
}

/** Shows figures in large type. */
export function Highlights({ partner: { page, highlights } }: { partner: Partner }) {
  if (!highlights) return null
  return (
    <Section id={`requests.${page}.facts`}>
      <dl className="pf-partner-rows">
        {highlights.map((name) => (
          <div key={name}>
            <dt className="pf-partner-figure display-d2">
              <Text id={`requests.${page}.${name}`} />
            </dt>
            <dd>
              <Text id={`requests.${page}.${name}.text`} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** Lists steps in order of time. */
export function Steps({ partner: { page, steps } }: { partner: Partner }) {
  if (!steps) return null
  return (
    <Section id={`requests.${page}.steps`}>
      <ol className="pf-partner-rows">
        {steps.map((name) => (
          <li key={name}>
            <h3 className="title">
              <Text id={`requests.${page}.${name}`} />
            </h3>
            <p>
              <Text id={`requests.${page}.${name}.text`} />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Lists examples of cooperation, as rows. */
export function Cases({ partner: { page, cases } }: { partner: Partner }) {
  if (!cases) return null
  return (
    <Section id={`requests.${page}.cases`} lead={<Text id={`requests.${page}.cases.text`} />}>
      <ul className="mt-5">
        {cases.map((each) => (
          <CaseRow key={each.name} customerCase={each} />
        ))}
      </ul>
    </Section>
  )
}

function CaseRow({ customerCase: { name, picture, value } }: { customerCase: Case }) {
  const id = `requests.case.${name}`
  return (
    <li className="pf-case">
      <PartnerPicture picture={picture} />
      <div>
        <h3 className="display-d3">
          <Text id={id} />
        </h3>
        <p className="mt-1 text-sm font-semibold text-ink-2">
          <Text id={`${id}.model`} />
        </p>
        <p className="mt-3">
          <Text id={`${id}.text`} />
        </p>
      </div>
      <p>
        <span className="pf-partner-figure display-d2">{value}</span>
        <span className="text-sm text-ink-2">
          <Text id={`${id}.gain`} />
        </span>
      </p>
    </li>
  )
}

/** Renders an additional section on sunken background. */
export function Callout({ partner: { page, callout } }: { partner: Partner }) {
  if (!callout) return null
  const id = `requests.${page}.${callout.name}`
  return (
    <section className="pf-partner-sunk">
      <div className="wrap pf-partner-callout">
        <h2 className="display-d2">
          <Text id={id} />
        </h2>
        <div>
          <p className="max-w-[34rem]">
            <Text id={`${id}.text`} />
          </p>
          {callout.href && (
            <TextLink className="mt-2" href={callout.href}>
              <Text id={`${id}.link`} />
            </TextLink>
          )}
        </div>
      </div>
    </section>
  )
}

/** Repeats the request button at the end of the page. */
export function ClosingSection({ partner: { page }, onOpen }: { partner: Partner; onOpen: () => void }) {
  return (
    <section className="wrap pf-partner-part" aria-labelledby="partner-end">
      <div className="pf-partner-end">
        <div>
          <h2 id="partner-end" className="display-d2">
            <Text id={`requests.${page}.end`} />
          </h2>
          <p className="mt-3 max-w-[34rem] text-ink-2">
            <Text id={`requests.${page}.end.text`} />
          </p>
        </div>
        <Button kind="action" onClick={onOpen}>
          <Text id={`requests.${page}.action`} />
        </Button>
      </div>
    </section>
  )
}
