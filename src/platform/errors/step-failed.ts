/** An error together with what it kept from happening, for people: `textId` is a text with a place for `{reason}`. */
export class StepFailed extends Error {
  readonly textId: string

  constructor(textId: string, cause: unknown) {
    super(textId, { cause })
    this.name = 'StepFailed'
    this.textId = textId
  }
}
