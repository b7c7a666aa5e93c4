/** Limits concurrency in FIFO order: one holder at a time until the first has ended, then up to the limit. */
export class Semaphore {
  readonly #atOnce: number
  #ended = 0
  readonly #waiting: (() => void)[] = []
  #going = 0

  constructor(limit: number) {
    this.#atOnce = limit
  }

  /**
   * Queues for a slot.
   *
   * @param go called when the slot is acquired
   * @returns releases the slot or leaves the queue; idempotent
   */
  acquire(onAcquire: () => void): () => void {
    let hasStarted = false
    let hasEnded = false
    const start = () => {
      hasStarted = true
      this.#going += 1
      onAcquire()
    }
    this.#waiting.push(start)
    this.#next()
    return () => {
      if (hasEnded) return
      hasEnded = true
      if (hasStarted) {
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
