import type { Context } from '../../platform/context.ts'
import { importCompetitors } from '../competitors/index.ts'
import type { EventRow } from '../events/index.ts'
import { type BadLine, readStartList } from './start-list.ts'

/**
 * Brings a start list's file into an event, again if need be: a runner is known by the number.
 *
 * @throws StartListInvalid when the file is no start list; bad lines are left out and answered
 */
export async function importStartList(
  context: Context,
  event: EventRow,
  path: string,
): Promise<{ imported: number; badLines: readonly BadLine[] }> {
  const { lines, badLines } = await readStartList(path, event.timeZone)
  const { imported } = await importCompetitors(context, event.id, lines)
  return { imported, badLines }
}
