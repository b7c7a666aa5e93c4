import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { describeError } from './describe-error.ts'

export type { Logger }

/** Lists the redacted fields: they grant access to carts, searches and mailboxes. */
const redactedPaths = [
  'token',
  'email',
  'authorization',
  '*.token',
  '*.email',
  '*.authorization',
  'req.headers',
  'res.headers',
]

/**
 * Creates a logger that writes one JSON line per entry. Requests are logged by route, because addresses contain ids, tokens
 * and signed links. Errors are logged by `describeError`.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    redact: { paths: redactedPaths, censor: '***' },
    serializers: {
      req: (request: { method: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url ?? 'none',
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: (error: unknown) => describeError(error),
    },
    // pino would log the raw message of an error that is logged without a text
    hooks: {
      logMethod(args, method) {
        const [first, ...rest] = args as unknown[]
        const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err
        if (!(error instanceof Error) || (rest.length > 0 && rest[0] !== error.message))
          return method.apply(this, args)
        const fields = first instanceof Error ? { err: first } : (first as object)
        return method.apply(this, [fields, error.name])
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
