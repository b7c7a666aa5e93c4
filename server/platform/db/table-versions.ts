import type pg from 'pg'

/** Counts the writes of this process to each table, to invalidate cached reads. Writes of other processes are not counted. */
export interface TableVersions {
  /** Returns a number that changes with every write to these tables, once the write is visible. @param tables SQL names */
  of(tables: readonly string[]): number
}

export interface WatchedTableVersions extends TableVersions {
  /** Counts writes through a pool outside of transactions. */
  watchPool(pool: pg.Pool): void
  /** Counts the writes of a transaction through a client when it ends. */
  watchTransaction<Result>(client: pg.PoolClient, work: () => Promise<Result>): Promise<Result>
}

const writing = /\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?/gi

/** Creates counters that start from 0. Pass pools and clients to `watchPool` and `watchTransaction`. */
export function createTableVersions(): WatchedTableVersions {
  const counts = new Map<string, number>()
  const bump = (tables: Iterable<string>) => {
    for (const table of tables) counts.set(table, (counts.get(table) ?? 0) + 1)
  }
  return {
    of: (tables) => tables.reduce((sum, table) => sum + (counts.get(table) ?? 0), 0),
    watchPool: (pool) => {
      intercept(pool, (tables, answer) => {
        // counted once the write is visible: a concurrent read caches the old value under the old number
        if (tables.length > 0) void answer.finally(() => bump(tables)).catch(() => {})
      })
    },
    watchTransaction: async (client, work) => {
      const written = new Set<string>()
      const restore = intercept(client, (tables) => {
        for (const table of tables) written.add(table)
      })
      try {
        return await work()
      } finally {
        restore()
        bump(written)
      }
    },
  }
}

/** Calls `onWrite` with the tables that each query writes to. The returned function removes the interception. */
function intercept(
  asked: pg.Pool | pg.PoolClient,
  note: (tables: readonly string[], answer: Promise<unknown>) => void,
): () => void {
  // the method of the prototype, which the returned function restores
  const query = asked.query.bind(asked) as (...parameters: unknown[]) => unknown
  const watched = (...parameters: unknown[]) => {
    const answer = query(...parameters)
    const tables = tablesWritten(parameters[0])
    if (tables.length > 0) note(tables, Promise.resolve(answer))
    return answer
  }
  Object.assign(asked, { query: watched })
  return () => Reflect.deleteProperty(asked, 'query')
}

function tablesWritten(statement: unknown): string[] {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
  if (typeof text !== 'string' || /^\s*select\b/i.test(text)) return []
  return [...text.matchAll(writing)].map(([, table = '']) => table)
}
