import type { ReactNode } from 'react'
import type { RequestKind } from '../../../contract/requests.ts'
import { Text } from '../../platform/language/index.ts'
import { Sum } from '../../platform/money/index.ts'
import brandWall from './pictures/brand-wall.webp'
import finish from './pictures/finish.webp'
import framed from './pictures/framed.webp'
import start from './pictures/start.webp'
import team from './pictures/team.webp'
import trail from './pictures/trail.webp'

/** Maps names to pictures. Alt texts are `requests.picture.<name>`; `start` is 1400 × 640, the others are 800 × 533. */
const pictures = { 'brand-wall': brandWall, finish, framed, start, team, trail }
export interface Picture {
  name: keyof typeof pictures
  src: string
}
const toPicture = (name: keyof typeof pictures): Picture => ({ name, src: pictures[name] })

/** Describes an offer; its texts are `requests.<page>.<name>` and the same with `.text`. */
export interface Offer {
  name: string
  /** Price or revenue. */
  value?: ReactNode
}

/** Describes an example of cooperation; its texts are `requests.case.<name>` with `.model`, `.text` and `.gain`. */
export interface Case {
  name: string
  picture: Picture
  value: ReactNode
}

export interface Partner {
  page: 'photographers' | 'organizers' | 'business'
  kind: RequestKind
  offers: readonly Offer[]
  /** Their heading is `requests.<page>.facts`; the names are shown in large type. */
  highlights?: readonly string[]
  /** In order of time; their heading is `requests.<page>.steps`. */
  steps?: readonly string[]
  cases?: readonly Case[]
  pictures?: readonly Picture[]
  /** A closing section with an optional link; `.link` is its label. */
  callout?: { name: string; href?: string }
}

const renderRoubles = (amountInRoubles: number) => (
  <Sum amount={{ amount: amountInRoubles * 100, currencyId: 643 }} />
)

/** Contains the content of each partner page. */
export const partners: readonly Partner[] = [
  {
    page: 'photographers',
    kind: 'photographer',
    offers: [
      {
        name: 'event',
        value: <Text id="requests.photographers.from" values={{ sum: renderRoubles(5000) }} />,
      },
      { name: 'hour', value: renderRoubles(1500) },
      { name: 'travel', value: <Text id="requests.photographers.paid" /> },
    ],
    steps: ['before', 'race', 'after'],
    pictures: [toPicture('start')],
    callout: { name: 'ask' },
  },
  {
    page: 'organizers',
    kind: 'organizer',
    offers: [
      { name: 'rental', value: <Text id="requests.organizers.byContract" /> },
      { name: 'commission', value: <Text id="requests.organizers.percent" /> },
      { name: 'fee', value: <Text id="requests.organizers.forEvent" /> },
    ],
    highlights: ['minute', 'faces', 'video', 'preorder'],
    cases: [
      { name: 'city', picture: toPicture('finish'), value: renderRoubles(240_000) },
      { name: 'trail', picture: toPicture('trail'), value: <Text id="requests.case.trail.value" /> },
      { name: 'club', picture: toPicture('team'), value: <Text id="requests.case.club.value" /> },
      { name: 'relay', picture: toPicture('brand-wall'), value: <Text id="requests.case.relay.value" /> },
    ],
  },
  {
    page: 'business',
    kind: 'business',
    offers: ['banner', 'slider', 'logo', 'tenant', 'zone', 'sales'].map((name) => ({ name })),
    pictures: [toPicture('framed'), toPicture('brand-wall')],
    highlights: ['minute', 'day', 'years'],
    callout: { name: 'gift', href: '/gift' },
  },
]
