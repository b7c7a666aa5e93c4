import { ConfigError } from '../platform/config.ts'
import { DatabaseLocked } from '../platform/db/lock/lock.ts'
import { summarizeError } from '../platform/describe-error.ts'

/** An expected failure, printed without a stack. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

/** Invalid arguments. The help page is offered. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const expectedErrors = [CommandFailure, UsageError, ConfigError, DatabaseLocked]

/** Returns whether the message of an error was written for the operator. */
export function isExpectedFailure(error: unknown): error is Error {
  return expectedErrors.some((kind) => error instanceof kind)
}

/**
 * Returns the text of a failure for the operator. Of an unexpected one it has what the log would have: messages of databases
 * repeat their input, such as names of runners.
 */
export function describeFailure(error: unknown): string {
  return isExpectedFailure(error) ? error.message : summarizeError(error)
}
