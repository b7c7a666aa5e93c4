import { availableParallelism } from 'node:os'
import { runAll } from './run-all.ts'

// the longest first, so that none runs alone at the end
const steps = [
  // builds only what has changed
  { name: 'build, its syntax and APIs', command: ['tsx', 'scripts/browser-support.ts'] },
  { name: 'types and lint', command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'] },
  { name: 'format', command: ['biome', 'check', '--linter-enabled=false', '.'] },
  { name: 'texts', command: ['tsx', 'scripts/texts.ts'] },
  { name: 'vocabulary', command: ['tsx', 'scripts/vocabulary.ts'] },
  { name: 'rules for tests', command: ['tsx', 'scripts/test-rules.ts'] },
  { name: 'folders', command: ['tsx', 'scripts/folders.ts'] },
  {
    name: 'imports',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'contract', 'src', 'sw', 'server'],
  },
  // every dependency is used, every import is declared
  { name: 'dependencies', command: ['knip', '--dependencies', '--treat-config-hints-as-errors'] },
  // `dependencies` are shipped, `devDependencies` are not; binaries are those of package.json's scripts
  {
    name: 'dependencies of what ships',
    command: [
      'knip',
      '--production',
      '--strict',
      '--include=dependencies,unlisted,unresolved',
      '--treat-config-hints-as-errors',
    ],
  },
]

const failed = await runAll(steps, Math.min(4, availableParallelism()))

if (failed.length > 0) {
  console.error(`\nNot clean: ${failed.join(', ')}`)
  process.exit(1)
}
