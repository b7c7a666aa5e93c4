/**
 * Numbers of random trials: `quick` in `npm test`, `full` in the suites with more time (`test:money`, `test:slow`,
 * `test:postgres`), `long` with `npm run test:money -- --long`.
 */
export interface TrialCounts {
  readonly quick: number
  readonly full: number
  readonly long: number
}

// tests of the contract have no types of Node.js
const { process } = globalThis as { process?: { env: Readonly<Record<string, string | undefined>> } }
const level = process?.env.TEST_EFFORT

/** Returns the number for this run, which `TEST_EFFORT` selects. */
export function selectByEffort(numbers: TrialCounts): number {
  return numbers[level === 'full' || level === 'long' ? level : 'quick']
}

const isQuick = level !== 'full' && level !== 'long'

/** Returns options of fast-check: a few trials with a fixed seed in `npm test`, otherwise all of them with a random one. */
export const getTrialOptions = (few: number, all: number): { numRuns: number; seed?: number } =>
  isQuick ? { numRuns: few, seed: 1 } : { numRuns: all }

/** Returns the cheap inputs in `npm test`, otherwise the expensive ones. */
export const selectInputs = <Input>(
  cheap: readonly Input[],
  expensive: readonly Input[],
): readonly Input[] => (isQuick ? cheap : expensive)
