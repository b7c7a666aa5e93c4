/** Describes the loggable parts of an error: no visitor input, ids, addresses or tokens. */
export interface ErrorDescription {
  readonly name: string
  readonly message: string
  readonly code?: string
  /** Text of a failed statement with placeholders. Its parameters are left out. */
  readonly query?: string
  /** Set for a statement that PostgreSQL rejected. */
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
  /** Only the frames: the preceding error message is described above. */
  readonly stack?: string
  readonly cause?: ErrorDescription
}

const maxCauses = 5
const maxMessageLength = 500
const placeholder = '***'

const emailPattern = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:]+/g
const urlPattern = /\b(https?|postgres(?:ql)?|smtps?):\/\/[^\s"'<>]+/gi
const uuidPattern = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi
/** Ids of `newId`, tokens, hashes: at least 20 characters of their alphabet, including a digit or a change of case. */
const opaquePattern = /[\w-]{20,}(?:\.[\w-]{8,})*/g
/** Input quoted in messages of PostgreSQL and parsers: `invalid input syntax for type uuid: "…"`. */
const quotedPattern = /: ".*"|, (?:\.\.\.)?"[^]*" is not valid JSON|token .* in JSON.*/g
/** SQLSTATE class of invalid values: everything quoted is input. */
const invalidValuePattern = /^22/

function isOpaque(text: string): boolean {
  return /\d/.test(text) || /[a-z][A-Z]/.test(text)
}

/** Removes addresses, ids and tokens from a text. Keeps words, codes and numbers. */
export function redactPersonalData(text: string): string {
  return text
    .replace(urlPattern, (url) =>
      URL.canParse(url) ? new URL(url).origin.replace('null', placeholder) : placeholder,
    )
    .replace(emailPattern, placeholder)
    .replace(uuidPattern, placeholder)
    .replace(opaquePattern, (match) => (isOpaque(match) ? placeholder : match))
    .slice(0, maxMessageLength)
}

/**
 * Describes an error for the log and for error columns. Messages of databases, banks and relays repeat their input. Therefore
 * only known fields are used, and ids, addresses and tokens are removed from messages.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, message: redactPersonalData(String(error)) }
  const { code, query, table, column, constraint } = error as Error & Record<string, unknown>
  const isQuery = typeof query === 'string'
  const codeText = typeof code === 'string' || typeof code === 'number' ? String(code) : ''
  const toField = (field: string, value: unknown) => (typeof value === 'string' ? { [field]: value } : {})
  return {
    name: isQuery ? 'DrizzleQueryError' : error.name,
    message: isQuery ? 'Failed query' : toMessage(error.message, codeText),
    ...(codeText !== '' && { code: codeText }),
    ...(isQuery && { query }),
    ...toField('table', table),
    ...toField('column', column),
    ...toField('constraint', constraint),
    ...toStack(error),
    ...(error.cause !== undefined && depth < maxCauses && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** Returns a one-line description of an error and its causes, for columns. */
export function summarizeError(error: unknown): string {
  const parts: string[] = []
  for (let each: ErrorDescription | undefined = describeError(error); each; each = each.cause) {
    const { name, message, code, constraint } = each
    parts.push(`${name}${code ? ` ${code}` : ''}: ${message}${constraint ? ` (${constraint})` : ''}`)
  }
  return parts.join('; cause: ')
}

function toMessage(message: string, code: string): string {
  const pattern = invalidValuePattern.test(code) ? /"[^"]*"/g : quotedPattern
  return redactPersonalData(message.replace(pattern, placeholder))
}

function toStack({ stack }: Error): { stack?: string } {
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return frames?.length ? { stack: frames.join('\n') } : {}
}
