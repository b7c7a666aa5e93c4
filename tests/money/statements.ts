import pg from 'pg'

/** Outcome of a statement: `fail` does not execute it, `lose` executes it but drops the answer. */
export type Verdict = 'run' | 'fail' | 'lose'

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
function decideStatements(decide: (text: string) => Verdict): () => void {
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } }
  const original = prototype.query
  prototype.query = function query(...args) {
    const [what] = args
    const text = typeof what === 'string' ? what : (what as { text?: string } | null)?.text
    const verdict = text === undefined ? 'run' : decide(text)
    if (verdict === 'run') return original.apply(this, args)
    const last = args.at(-1)
    const hear = typeof last === 'function' ? (last as Callback) : undefined
    const withoutCallback = hear ? args.slice(0, -1) : args
    const outcome = (async () => {
      if (verdict === 'lose') await original.apply(this, withoutCallback)
      throw new StatementLost(text)
    })()
    if (!hear) return outcome
    outcome.catch(hear)
    return undefined
  }
  return () => {
    prototype.query = original
  }
}

/** Runs work with intercepted statements. */
export async function withStatements<Result>(
  decide: (text: string) => Verdict,
  work: () => Promise<Result>,
): Promise<Result> {
  const stop = decideStatements(decide)
  try {
    return await work()
  } finally {
    stop()
  }
}
