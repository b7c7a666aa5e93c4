import * as z from 'zod/mini'
import { badgeCount, showBadge, wasInstalled } from '../src/lib/badge.ts'
import { kvStore, selfies } from '../src/lib/memory/index.ts'

const OrderIds = z.array(z.string())

async function refresh(): Promise<void> {
  if (!(await wasInstalled())) return
  const records = (await selfies.entries()).map(([, record]) => record)
  const pending = OrderIds.safeParse(JSON.parse((await kvStore.get('pendingOrders')) ?? '[]'))
  showBadge(badgeCount(records, pending.success ? pending.data.length : 0))
}

/** Updates the badge on the icon of the installed app when a search ends after the last page was closed. */
export function keepBadge(): void {
  selfies.onChange(() => void refresh().catch(() => {}))
}
