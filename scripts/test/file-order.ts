import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest test files start first, so that no core waits for them at the end. Only files that take minutes are listed. */
const longest = ['tests/money/model.test.ts', 'tests/money/schedules.test.ts', 'tests/money/killed.test.ts']

const getRank = ({ moduleId }: TestSpecification) => {
  const rank = longest.findIndex((name) => moduleId.endsWith(name))
  return rank < 0 ? longest.length : rank
}

/**
 * Starts the whole app, which cannot be stopped. As the last file with a DOM it ends with its process: those without one run in
 * others.
 */
const startsApp = 'src/app/start-language.test.tsx'

/** Returns 0 to 3. A process runs the next file only if that has the same environment, so these are grouped. */
function getPlace({ moduleId }: TestSpecification): number {
  const text = readFileSync(moduleId, 'utf8')
  const environment = text.startsWith('// @vitest-environment happy-dom') ? 0 : 2
  // the files after these import their modules again
  return /\b(resetModules|discardModules)\b/.test(text) ? environment + 1 : environment
}

/** Orders test files. `--sequence.seed=N` shuffles them within each environment. */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence
    const sorted = seed === undefined ? await super.sort(files) : shuffle(files, seed)
    const places = new Map(sorted.map((file) => [file, getPlace(file)]))
    const place = (file: TestSpecification) => {
      const exact = places.get(file) ?? 0
      if (file.moduleId.endsWith(startsApp)) return 1.5
      return seed === undefined ? exact : exact & 2
    }
    return sorted.toSorted((one, other) => place(one) - place(other) || getRank(one) - getRank(other))
  }
}

function shuffle(files: readonly TestSpecification[], seed: number): TestSpecification[] {
  const getKey = ({ moduleId }: TestSpecification) =>
    createHash('sha1').update(`${seed} ${moduleId}`).digest('hex')
  return files.toSorted((one, other) => getKey(one).localeCompare(getKey(other)))
}
