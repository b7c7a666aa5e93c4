import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger }

/** Fields that are never written whole: they open carts, searches and mailboxes. */
const hidden = [
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
 * One JSON line per thing that happened. A request is logged by its route, not its address,
 * because ids, tokens and signed links live in addresses.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    redact: { paths: hidden, censor: '***' },
    serializers: {
      req: (request: { method: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url ?? 'none',
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: (error: Error & { code?: unknown }) => ({
        name: error.name,
        message: error.message,
        code: error.code,
        stack: error.stack,
      }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
