import type { Outcome } from './outcome.ts'

/** Lets one file claim its picture, after all files that were opened before it. */
export interface Claim {
  /**
   * Ingests a file, unless another file of the run with one of its hashes is being ingested: then waits for that one.
   *
   * @param hashes identify the picture
   */
  take(hashes: readonly string[], work: () => Promise<Outcome>): Promise<Outcome>
  /** Gives up the claim. Required for a file that never calls `ingestOnce`; harmless otherwise. */
  release(): void
}

/** Files of one run that are being ingested, by the hashes of their pictures. */
export interface Claims {
  /**
   * Opens the claim of a file. Of several files with the same picture, the first opened one wins, regardless of reading times.
   */
  open(name: string): Claim
}

interface Holder {
  readonly name: string
  readonly outcome: Promise<Outcome>
}

/** Creates the claims of a run. */
export function createClaims(): Claims {
  const holders = new Map<string, Holder>()
  let last: Promise<void> = Promise.resolve()

  return {
    open(name) {
      const earlier = last
      let release = () => {}
      const own = new Promise<void>((resolve) => {
        release = resolve
      })
      last = earlier.then(() => own)
      return {
        release,
        async take(hashes, work) {
          await earlier
          try {
            for (;;) {
              const holder = hashes.map((hash) => holders.get(hash)).find((found) => found !== undefined)
              if (!holder) return await hold(name, hashes, work, release)
              release()
              const { kind } = await holder.outcome
              if (kind === 'added' || kind === 'known') return { kind: 'known', of: holder.name }
            }
          } finally {
            release()
          }
        },
      }
    },
  }

  function hold(
    name: string,
    hashes: readonly string[],
    work: () => Promise<Outcome>,
    release: () => void,
  ): Promise<Outcome> {
    const outcome = work().finally(() => {
      for (const hash of hashes) holders.delete(hash)
    })
    for (const hash of hashes) holders.set(hash, { name, outcome })
    release()
    return outcome
  }
}
