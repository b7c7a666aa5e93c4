import { availableParallelism } from 'node:os'
import { runAll } from './run-all.ts'

// the longest first, so that none runs alone at the end
const threads = ['tests', 'server', 'src', 'sw', 'contract']

const steps = [
  ...threads.map((thread) => ({ name: `types of ${thread}`, command: ['tsc', '--noEmit', '-p', thread] })),
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['biome', 'check', '--linter-enabled=false', '.'] },
  { name: 'texts', command: ['tsx', 'scripts/texts.ts'] },
  { name: 'vocabulary', command: ['tsx', 'scripts/vocabulary.ts'] },
  { name: 'rules for tests', command: ['tsx', 'scripts/test-rules.ts'] },
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
// builds only what has changed, for the next check, which inspects the build
failed.push(
  ...(await runAll([
    { name: 'build', command: ['tsx', 'scripts/build.ts'] },
    { name: 'syntax and APIs of the built files', command: ['tsx', 'scripts/floor.ts'] },
  ])),
)

if (failed.length > 0) {
  console.error(`\nNot clean: ${failed.join(', ')}`)
  process.exit(1)
}
