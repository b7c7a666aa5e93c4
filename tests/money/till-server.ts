import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { compose } from '../../server/compose.ts'
import { createDefaultCatalog } from '../../server/features/catalog/index.ts'
import { createLogger } from '../../server/platform/log.ts'
import { readConfig } from '../../server/read-config.ts'
import { createPhoto, createTestEvent } from '../support/data/race.ts'

/**
 * Runs the server's modules in a separate process that a test may kill. It sells one event, and prints in one line
 * its port and the ids of the items on sale.
 */
const config = readConfig(process.env)
const composition = await compose(config, createLogger('silent'))
const [tenant] = composition.services.tenants.all
const context = tenant && composition.createTenantContext(tenant.name)
if (!context) throw new Error('There is no tenant')
const { db } = composition.services
const knownEvents = await db.execute<{ id: string }>(sql`select id from events limit 1`)
if (knownEvents.rows.length === 0) {
  const event = await createTestEvent(context)
  await createDefaultCatalog(context, { eventId: event.id, catalogId: event.catalogId })
  await createPhoto(context, event)
}
const { rows } = await db.execute<{ eventId: string; productId: string; photoId: string }>(sql`
  select e.id as "eventId", p.id as "productId", f.id as "photoId" from events e
  join products p on p.event_id = e.id and p.product_type = 'photo'
  join photos f on f.event_id = e.id limit 1`)
const app = await composition.buildApp()
await app.listen({ port: config.port, host: '127.0.0.1' })
composition.jobs.start()
const { port } = app.server.address() as AddressInfo
process.stdout.write(`${JSON.stringify({ port, ...rows[0] })}\n`)
