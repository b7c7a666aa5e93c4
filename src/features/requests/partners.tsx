import type { ReactNode } from 'react'
import type { RequestKind } from '../../../contract/requests.ts'
import { Text } from '../../platform/language/index.ts'
import { Sum } from '../../platform/money/index.ts'

export interface Partner {
  page: 'photographers' | 'organizers' | 'business'
  kind: RequestKind
  /** Its words are `requests.<page>.<name>` and the same with `.text`; the value is what it costs or brings. */
  lanes: readonly { name: string; value?: ReactNode }[]
}

const roubles = (whole: number) => <Sum of={{ amount: whole * 100, currencyId: 643 }} />

/** What is offered to whom. */
export const partners: readonly Partner[] = [
  {
    page: 'photographers',
    kind: 'photographer',
    lanes: [
      { name: 'event', value: <Text id="requests.photographers.from" values={{ sum: roubles(5000) }} /> },
      { name: 'hour', value: roubles(1500) },
      { name: 'travel', value: <Text id="requests.photographers.paid" /> },
    ],
  },
  {
    page: 'organizers',
    kind: 'organizer',
    lanes: [
      { name: 'rental', value: <Text id="requests.organizers.byContract" /> },
      { name: 'commission', value: <Text id="requests.organizers.percent" /> },
      { name: 'fee', value: <Text id="requests.organizers.forEvent" /> },
    ],
  },
  {
    page: 'business',
    kind: 'business',
    lanes: ['banner', 'logo', 'tenant', 'zone', 'sales'].map((name) => ({ name })),
  },
]
