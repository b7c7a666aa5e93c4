import { and, asc, eq, gt } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { type CompetitorRow, foldNames } from './store.ts'
import { competitors } from './tables.ts'

const batchSize = 500

/** Recomputes the columns by which runners are found by name. Returns how many runners have changed. */
export async function refoldCompetitors(context: Context): Promise<number> {
  let changed = 0
  for (let after = ''; ; ) {
    const rows = await readPage(context, after)
    const last = rows.at(-1)
    if (!last) return changed
    for (const row of rows) changed += await refoldRow(context, row)
    after = last.id
  }
}

function readPage({ db, tenant }: Context, after: string): Promise<CompetitorRow[]> {
  return db
    .select()
    .from(competitors)
    .where(and(eq(competitors.tenant, tenant.name), gt(competitors.id, after)))
    .orderBy(asc(competitors.id))
    .limit(batchSize)
}

/** Updates a runner unless an import has changed it meanwhile. Returns how many rows have changed. */
async function refoldRow({ db }: Context, row: CompetitorRow): Promise<number> {
  const { id, surnameKey, surnameLatinKey, searchText } = row
  const folded = foldNames(row)
  const isUnchanged =
    folded.surnameKey === surnameKey &&
    folded.surnameLatinKey === surnameLatinKey &&
    folded.searchText === searchText
  if (isUnchanged) return 0
  const { rowCount } = await db
    .update(competitors)
    .set(folded)
    .where(
      and(
        eq(competitors.id, id),
        eq(competitors.surnameKey, surnameKey),
        eq(competitors.surnameLatinKey, surnameLatinKey),
        eq(competitors.searchText, searchText),
      ),
    )
  return rowCount ?? 0
}
