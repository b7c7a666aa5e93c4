import { and, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { foldEventText, listAllEvents } from './store.ts'
import { events } from './tables.ts'

/** Recomputes the texts by which events are found. Returns how many have changed. */
export async function refoldEvents(context: Context): Promise<number> {
  let changed = 0
  for (const event of await listAllEvents(context)) {
    const searchText = foldEventText(event)
    if (searchText === event.searchText) continue
    const isEvent = and(eq(events.tenant, context.tenant.name), eq(events.id, event.id))
    await context.db.update(events).set({ searchText }).where(isEvent)
    changed++
  }
  return changed
}
