/** An expected failure, printed without a stack. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

/** Invalid arguments. The help page is offered. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
