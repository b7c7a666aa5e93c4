/** Wraps an error with the step that it prevented. `textId` is a message with a placeholder `{reason}`. */
export class StepFailed extends Error {
  readonly textId: string

  constructor(textId: string, cause: unknown) {
    super(textId, { cause })
    this.name = 'StepFailed'
    this.textId = textId
  }
}
