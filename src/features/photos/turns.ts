/** Lets so many of those who wait go at once, in the order they came; the very first goes alone. */
export class Turns {
  readonly #atOnce: number
  #ended = 0
  readonly #waiting: (() => void)[] = []
  #going = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** @param go called when it is the caller's turn @returns ends the turn, or the waiting for it; once */
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
