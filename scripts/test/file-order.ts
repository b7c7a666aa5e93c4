import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest test files start first, so that no core waits for them at the end. Listed by duration, per suite. */
const slowestFiles = [
  'tests/money/model.test.ts',
  'tests/money/notification-schedules.test.ts',
  'tests/money/killed-processes.test.ts',
  'tests/abuse/guessing.test.ts',
  'tests/abuse/selfie-queue.test.ts',
  'tests/abuse/large-photos.test.ts',
  'tests/abuse/job-lanes.test.ts',
  'tests/abuse/slow-downloads.test.ts',
]

const getRank = ({ moduleId }: TestSpecification) => {
  const rank = slowestFiles.findIndex((name) => moduleId.endsWith(name))
  return rank < 0 ? slowestFiles.length : rank
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
