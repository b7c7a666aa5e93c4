import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setPhotoAlert } from '../../../contract/push.ts'
import type { EventRow } from '../../../server/features/events/index.ts'
import { schedulePhotoNotification } from '../../../server/features/push/index.ts'
import { photoAlerts } from '../../../server/features/push/tables.ts'
import { type createSubscribedBrowser, openPushService } from '../providers/push-service.ts'
import { type CallInput, fetchAnswer } from './api-calls.ts'
import { createEventOnSale, openShop, type Shop } from './shop.ts'

const minuteInMs = 60_000
const dayInMs = 24 * 60 * minuteInMs

/** Opens a shop that writes letters to files and sends messages to a fake push service. */
export async function openAlertShop() {
  const service = await openPushService()
  const shop = await openShop({ gateway: service.gateway })
  await mkdir(join(shop.services.config.dataDir, 'outbox'))
  return {
    service,
    shop,
    close: async () => {
      await shop.close()
      await service.close()
    },
  }
}

export async function createFutureEvent(
  shop: Shop,
  inDays = 30,
  input: { distances?: string[] } = {},
): Promise<EventRow> {
  const startsOn = new Date(shop.services.clock().getTime() + inDays * dayInMs)
  return createEventOnSale(shop, { startsOn, endsOn: new Date(startsOn.getTime() + dayInMs / 4), ...input })
}

export type AlertInput = { eventId: string } & Partial<
  Record<'number' | 'email', string> & {
    subscription: ReturnType<typeof createSubscribedBrowser>['subscription']
  }
>

/** Sets an alert and returns its id. Each call has another address, so that no rate limit applies. */
export async function setAlert(
  shop: Shop,
  body: AlertInput,
  options: CallInput & { alertId?: string } = {},
): Promise<string> {
  const { alertId = randomUUID(), ...rest } = options
  await fetchAnswer(shop.app, setPhotoAlert, { params: { alertId }, body, address: createAddress(), ...rest })
  return alertId
}

let addressCount = 0
export const createAddress = () => `192.0.2.${(addressCount++ % 250) + 1}`

export const createEmail = () => `${randomUUID()}@mail.example`

/** Notifies of the photos of an event, and moves the clock until all messages are sent. */
export async function runPhotoNotices(shop: Shop, event: EventRow): Promise<void> {
  await schedulePhotoNotification(shop.context(), event.id, shop.services.clock())
  shop.moveClock(3 * minuteInMs)
  await shop.jobs.drain()
}

export const findAlertRows = async (shop: Shop, alertId: string) =>
  (await shop.services.db.select().from(photoAlerts)).filter(({ id }) => id === alertId)
