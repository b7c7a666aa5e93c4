import type { ErrorCode } from '../../contract/errors.ts'

/** Thrown when a dependency does not answer, or reports that it is unavailable. */
export class DependencyUnavailable extends Error {
  override readonly name: string = 'DependencyUnavailable'
  /** Code of the response to callers. */
  readonly errorCode: ErrorCode

  constructor(message: string, options: ErrorOptions & { errorCode?: ErrorCode } = {}) {
    super(message, options)
    this.errorCode = options.errorCode ?? 'ServiceUnavailable'
  }
}

/** Node error codes of failed or lost connections, and of storage that is detached or out of handles. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EIO',
  'ESTALE',
  'EMFILE',
  'ENFILE',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

/**
 * SQLSTATE: connection lost (08), out of resources (53), stopping or starting (57P), statement canceled by its timeout
 * (57014), lock not available, read-only standby after a failover, serialization failure and deadlock.
 */
const sqlState = /^(?:08...|53...|57P0\d|57014|55P03|25006|40001|40P01)$/

/** Errors of node-postgres that have no code. */
const driverMessages = new Set([
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
])

const maxCauses = 10

/**
 * Returns the error code of the response when an error or one of its causes means that a dependency is temporarily unavailable,
 * so that the same call may succeed later. Returns undefined for any other error.
 */
export function findUnavailableCode(error: unknown): ErrorCode | undefined {
  let current = error
  for (let depth = 0; depth < maxCauses && current instanceof Error; depth++) {
    if (current instanceof DependencyUnavailable) return current.errorCode
    if (isTransient(current)) return 'ServiceUnavailable'
    // thrown for a host with several addresses
    if (current instanceof AggregateError && current.errors.some(isTransient)) return 'ServiceUnavailable'
    current = current.cause
  }
  return undefined
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return systemCodes.has(code) || sqlState.test(code) || driverMessages.has(error.message)
}
