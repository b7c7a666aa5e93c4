const isSlow = () => (globalThis as { runsAllTrials?: boolean }).runsAllTrials === true

/** Makes the test files that are imported afterwards run all their trials; for `tests/slow`. */
export function runAllTrials(): void {
  Object.assign(globalThis, { runsAllTrials: true })
}

/** Returns options of fast-check: a few trials with a fixed seed in unit tests, all of them with a random one in `tests/slow`. */
export const trials = (few: number, all: number): { numRuns: number; seed?: number } =>
  isSlow() ? { numRuns: all } : { numRuns: few, seed: 1 }

/** Returns the inputs of unit tests or the more expensive ones of `tests/slow`. */
export const inputs = <Input>(cheap: readonly Input[], expensive: readonly Input[]): readonly Input[] =>
  isSlow() ? expensive : cheap
