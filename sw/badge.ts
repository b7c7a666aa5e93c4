import * as z from 'zod/mini'
import { countBadge, showBadge, wasInstalled } from '../src/lib/badge.ts'
import { kvStore, selfies } from '../src/lib/memory/index.ts'

const OrderIds = z.array(z.string())

async function refreshBadge(): Promise<void> {
  if (!(await wasInstalled())) return
  const records = (await selfies.entries()).map(([, record]) => record)
  const pending = OrderIds.safeParse(JSON.parse((await kvStore.get('pendingOrders')) ?? '[]'))
  showBadge(countBadge(records, pending.success ? pending.data.length : 0))
}

/** Updates the badge on the icon of the installed app when a search ends after the last page was closed. */
export function updateBadgeOnChange(): void {
  selfies.onChange(() => void refreshBadge().catch(() => {}))
}
