import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest test files start first, so that no core waits for them at the end. Only files that take minutes are listed. */
const longest = ['tests/money/model.test.ts', 'tests/money/schedules.test.ts', 'tests/money/killed.test.ts']

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longest.findIndex((name) => moduleId.endsWith(name))
  return rank < 0 ? longest.length : rank
}

/** Orders test files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
