const parts = {
  calendar: 'gregory',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

/**
 * A moment whose local fields are those of a given time zone instead of the process's. Zips hold local times without a zone, and
 * yazl takes them from these fields.
 */
export class WallClockDate extends Date {
  readonly #local: Date

  /** @param timeZone IANA name, e.g. `Europe/Moscow` */
  constructor(moment: Date, timeZone: string) {
    super(moment)
    const shown = new Intl.DateTimeFormat('en-US', { ...parts, timeZone }).formatToParts(moment)
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(shown.find((one) => one.type === type)?.value)
    this.#local = new Date(
      Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')),
    )
  }

  override getFullYear(): number {
    return this.#local.getUTCFullYear()
  }

  override getMonth(): number {
    return this.#local.getUTCMonth()
  }

  override getDate(): number {
    return this.#local.getUTCDate()
  }

  override getHours(): number {
    return this.#local.getUTCHours()
  }

  override getMinutes(): number {
    return this.#local.getUTCMinutes()
  }

  override getSeconds(): number {
    return this.#local.getUTCSeconds()
  }
}
