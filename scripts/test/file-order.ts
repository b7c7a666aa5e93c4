import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest test files start first, so that no core waits for them at the end. Only files that take minutes are listed. */
const longest = ['tests/money/model.test.ts', 'tests/money/schedules.test.ts', 'tests/money/killed.test.ts']

const getRank = ({ moduleId }: TestSpecification) => {
  const rank = longest.findIndex((name) => moduleId.endsWith(name))
  return rank < 0 ? longest.length : rank
}

/** Orders test files. `--sequence.seed=N` shuffles them. */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence
    const sorted = seed === undefined ? await super.sort(files) : shuffle(files, seed)
    return sorted.toSorted((one, other) => getRank(one) - getRank(other))
  }
}

function shuffle(files: readonly TestSpecification[], seed: number): TestSpecification[] {
  const getKey = ({ moduleId }: TestSpecification) =>
    createHash('sha1').update(`${seed} ${moduleId}`).digest('hex')
  return files.toSorted((one, other) => getKey(one).localeCompare(getKey(other)))
}
