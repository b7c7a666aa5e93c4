import type pg from 'pg'

/** Counts the writes of this process to each table, to invalidate cached reads. Writes of other processes are not counted. */
export interface TableVersions {
  /** Whether no other process writes to the database, as with the embedded one. */
  readonly countsAllWrites: boolean
  /** Returns a number that changes with every write to these tables, once the write is visible. @param tables SQL names */
  getVersion(tables: readonly string[]): number
}

export interface WatchedTableVersions extends TableVersions {
  /** Counts writes through a pool outside of transactions. */
  watchPool(pool: pg.Pool): void
  /** Counts the writes of a transaction through a client when it ends. */
  watchTransaction<Result>(client: pg.PoolClient, work: () => Promise<Result>): Promise<Result>
}

const writePattern = /\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?/gi

/** Creates counters that start from 0. Pass pools and clients to `watchPool` and `watchTransaction`. */
export function createTableVersions(countsAllWrites: boolean): WatchedTableVersions {
  const counts = new Map<string, number>()
  const incrementCounts = (tables: Iterable<string>) => {
    for (const table of tables) counts.set(table, (counts.get(table) ?? 0) + 1)
  }
  return {
    countsAllWrites,
    getVersion: (tables) => tables.reduce((sum, table) => sum + (counts.get(table) ?? 0), 0),
    watchPool: (pool) => {
      intercept(pool, (tables, answer) => {
        // counted once the write is visible: a concurrent read caches the old value under the old number
        if (tables.length > 0) void answer.finally(() => incrementCounts(tables)).catch(() => {})
      })
    },
    watchTransaction: async (client, work) => {
      const writtenTables = new Set<string>()
      const restore = intercept(client, (tables) => {
        for (const table of tables) writtenTables.add(table)
      })
      try {
        return await work()
      } finally {
        restore()
        incrementCounts(writtenTables)
      }
    },
  }
}

/** Calls `onWrite` with the tables that each query writes to. The returned function removes the interception. */
function intercept(
  client: pg.Pool | pg.PoolClient,
  onWrite: (tables: readonly string[], answer: Promise<unknown>) => void,
): () => void {
  // the method of the prototype, which the returned function restores
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  const watchedQuery = (...parameters: unknown[]) => {
    const answer = query(...parameters)
    const tables = findWrittenTables(parameters[0])
    if (tables.length > 0) onWrite(tables, Promise.resolve(answer))
    return answer
  }
  Object.assign(client, { query: watchedQuery })
  return () => Reflect.deleteProperty(client, 'query')
}

function findWrittenTables(statement: unknown): string[] {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
  if (typeof text !== 'string' || /^\s*select\b/i.test(text)) return []
  return [...text.matchAll(writePattern)].map(([, table = '']) => table)
}
