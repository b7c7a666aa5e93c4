/** An expected failure, told without a stack. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

/** The command was asked wrongly; help is offered. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
