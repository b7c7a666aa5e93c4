import pg from 'pg'

/** A statement gets a name at this use: the text of one that never repeats, e.g. of a long list, is not worth a plan. */
const usesBeforeName = 3
/** Limits the plans that a session holds. */
const maxNames = 300
/** Limits the texts whose uses are counted. */
const maxCountedTexts = 1_000
/** Longer texts insert many rows at once. */
const maxTextLength = 8_000

/** Creates names for statements that repeat. The returned function returns the name of a text; undefined for none. */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= maxNames || text.length > maxTextLength) return name
    const count = (uses.get(text) ?? 0) + 1
    uses.delete(text)
    if (count >= usesBeforeName) {
      const newName = `repeated_${names.size}`
      names.set(text, newName)
      return newName
    }
    uses.set(text, count)
    const [oldest] = uses.keys()
    if (uses.size > maxCountedTexts && oldest !== undefined) uses.delete(oldest)
    return undefined
  }
}

/** The form in which Drizzle passes a statement. */
interface StatementConfig {
  readonly text: string
  readonly name?: string
}

/**
 * Returns a class of clients that prepare repeated statements with parameters under a name, so that the database parses and
 * plans each once per session.
 */
export function createNamingClient(): typeof pg.Client {
  const findName = createStatementNames()
  return class extends pg.Client {
    // oxlint-disable-next-line typescript/no-explicit-any -- one implementation of all overloads
    override query(...parameters: any[]): any {
      const [statement, values, ...rest] = parameters as [StatementConfig | string, unknown, ...unknown[]]
      const isNameable = typeof statement !== 'string' && statement.name === undefined && hasValues(values)
      const named = isNameable ? { ...statement, name: findName(statement.text) } : statement
      return super.query(...([named, values, ...rest] as unknown as [pg.QueryConfig]))
    }
  }
}

/** Statements without parameters may be several in one text, which cannot be prepared. */
const hasValues = (values: unknown) => Array.isArray(values) && values.length > 0
