import type { Context } from '../../platform/context.ts'
import { importCompetitors } from '../competitors/index.ts'
import type { EventRow } from '../events/index.ts'
import { type BadLine, readStartList } from './start-list.ts'

/**
 * Imports a start list file into an event. Can be repeated: the number identifies a runner.
 *
 * @throws StartListInvalid when the file is no start list; bad lines are skipped and returned
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
