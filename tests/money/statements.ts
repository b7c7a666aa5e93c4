import pg from 'pg'

/**
 * Outcome of a statement: `fail` does not execute it, `lose` executes it but drops the answer. `disconnect` and
 * `disconnect-after` do the same with the error of a lost connection.
 */
export type StatementOutcome = 'run' | 'fail' | 'lose' | 'disconnect' | 'disconnect-after'

/** Error of a statement that was made to fail. */
export class StatementLost extends Error {
  override readonly name = 'StatementLost'
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown
type Callback = (error: Error | null, result?: unknown) => void

/**
 * Intercepts every statement to any database of this process, until the returned function is called. Statements of
 * the driver itself are not intercepted.
 */
function interceptStatements(decide: (text: string) => StatementOutcome): () => void {
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } }
  const original = prototype.query
  prototype.query = function query(...args) {
    const [statement] = args
    const text = typeof statement === 'string' ? statement : (statement as { text?: string } | null)?.text
    const outcome = text === undefined ? 'run' : decide(text)
    if (outcome === 'run') return original.apply(this, args)
    const last = args.at(-1)
    const listener = typeof last === 'function' ? (last as Callback) : undefined
    const withoutCallback = listener ? args.slice(0, -1) : args
    const queryResult = (async () => {
      if (outcome === 'lose' || outcome === 'disconnect-after') await original.apply(this, withoutCallback)
      if (outcome !== 'fail' && outcome !== 'lose')
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      throw new StatementLost(text)
    })()
    if (!listener) return queryResult
    queryResult.catch(listener)
    return undefined
  }
  return () => {
    prototype.query = original
  }
}

/** Runs work with intercepted statements. */
export async function withInterceptedStatements<Result>(
  decide: (text: string) => StatementOutcome,
  work: () => Promise<Result>,
): Promise<Result> {
  const restore = interceptStatements(decide)
  try {
    return await work()
  } finally {
    restore()
  }
}
