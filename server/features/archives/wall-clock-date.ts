import { toWallClock } from '../../platform/zoned-time.ts'

/**
 * A moment whose local fields are those of a given time zone instead of the process's. Zips hold local times without a zone, and
 * yazl takes them from these fields.
 */
export class WallClockDate extends Date {
  readonly #local: Date

  /** @param timeZone IANA name, e.g. `Europe/Moscow` */
  constructor(moment: Date, timeZone: string) {
    super(moment)
    this.#local = toWallClock(moment, timeZone)
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
