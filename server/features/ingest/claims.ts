import type { Outcome } from './outcome.ts'

/** Exclusive right of a file to ingest its picture, granted in the order in which the files were opened. */
export interface Claim {
  /**
   * Ingests a file, unless another file of the run with one of its hashes is being ingested: then waits for that one.
   *
   * @param hashes identify the picture
   */
  ingestOnce(hashes: readonly string[], ingest: () => Promise<Outcome>): Promise<Outcome>
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

interface RunningIngest {
  readonly name: string
  readonly outcome: Promise<Outcome>
}

/** Creates the claims of a run. */
export function createClaims(): Claims {
  const runningByHash = new Map<string, RunningIngest>()
  let lastRelease: Promise<void> = Promise.resolve()

  return {
    open(name) {
      const earlierReleases = lastRelease
      let release = () => {}
      const ownRelease = new Promise<void>((resolve) => {
        release = resolve
      })
      lastRelease = earlierReleases.then(() => ownRelease)
      return {
        release,
        async ingestOnce(hashes, ingest) {
          await earlierReleases
          try {
            for (;;) {
              const runningIngest = hashes
                .map((hash) => runningByHash.get(hash))
                .find((found) => found !== undefined)
              if (!runningIngest) return await registerIngest(name, hashes, ingest, release)
              release()
              const { kind } = await runningIngest.outcome
              if (kind === 'added' || kind === 'known')
                return { kind: 'known', existingName: runningIngest.name }
            }
          } finally {
            release()
          }
        },
      }
    },
  }

  function registerIngest(
    name: string,
    hashes: readonly string[],
    ingest: () => Promise<Outcome>,
    release: () => void,
  ): Promise<Outcome> {
    const outcome = ingest().finally(() => {
      for (const hash of hashes) runningByHash.delete(hash)
    })
    for (const hash of hashes) runningByHash.set(hash, { name, outcome })
    release()
    return outcome
  }
}
