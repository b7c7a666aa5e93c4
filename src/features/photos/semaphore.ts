/** Limits concurrency in FIFO order: one holder at a time until the first has ended, then up to the limit. */
export class Semaphore {
  readonly #atOnce: number
  #ended = 0
  readonly #waiting: (() => void)[] = []
  #going = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /**
   * Queues for a slot.
   *
   * @param go called when the slot is acquired
   * @returns releases the slot or leaves the queue; idempotent
   */
  take(go: () => void): () => void {
    let started = false
    let over = false
    const start = () => {
      started = true
      this.#going += 1
      go()
    }
    this.#waiting.push(start)
    this.#next()
    return () => {
      if (over) return
      over = true
      if (started) {
        this.#going -= 1
        this.#ended += 1
      } else this.#waiting.splice(this.#waiting.indexOf(start), 1)
      this.#next()
    }
  }

  #next(): void {
    while (this.#going < (this.#ended === 0 ? 1 : this.#atOnce)) {
      const start = this.#waiting.shift()
      if (!start) return
      start()
    }
  }
}
