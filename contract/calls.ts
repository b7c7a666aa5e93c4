import * as archives from './archives.ts'
import type { Call } from './call.ts'
import * as cart from './cart.ts'
import * as catalog from './catalog.ts'
import * as competitors from './competitors.ts'
import * as events from './events.ts'
import * as frame from './frame.ts'
import * as invoices from './invoices.ts'
import * as orders from './orders.ts'
import * as payments from './payments.ts'
import * as photos from './photos.ts'
import * as preorders from './preorders.ts'
import * as push from './push.ts'
import * as receipts from './receipts.ts'
import * as recognition from './recognition.ts'
import * as requests from './requests.ts'
import * as settings from './settings.ts'
import * as themes from './themes.ts'
import * as uploads from './uploads.ts'
import * as videos from './videos.ts'

const serviceModules: readonly Record<string, unknown>[] = [
  settings,
  themes,
  events,
  videos,
  photos,
  competitors,
  recognition,
  uploads,
  catalog,
  frame,
  cart,
  orders,
  invoices,
  preorders,
  archives,
  receipts,
  payments,
  requests,
  push,
]

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'service' in value && 'method' in value && 'path' in value

/** Lists every call of the contract, in the order of the services. */
export const allCalls: readonly Call[] = serviceModules.flatMap((service) =>
  Object.values(service).filter(isCall),
)
