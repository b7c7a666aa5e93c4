import { runAll } from './run-all.ts'

const threads = ['contract', 'src', 'sw', 'server', 'tests']

const failed = await runAll([
  ...threads.map((thread) => ({ name: `types of ${thread}`, command: ['tsc', '--noEmit', '-p', thread] })),
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['biome', 'check', '--linter-enabled=false', '.'] },
  { name: 'texts', command: ['tsx', 'scripts/texts.ts'] },
  {
    name: 'imports',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'contract', 'src', 'sw', 'server'],
  },
  // every dependency is used, every import is listed
  { name: 'dependencies', command: ['knip', '--dependencies', '--treat-config-hints-as-errors'] },
  // `dependencies` are what ships, `devDependencies` all else; binaries are those of package.json's scripts
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
  // builds only what has changed: the next check looks through what it builds
  { name: 'build', command: ['tsx', 'scripts/build.ts'] },
  { name: 'syntax and APIs of the built files', command: ['tsx', 'scripts/floor.ts'] },
])

if (failed.length > 0) {
  console.error(`\nNot clean: ${failed.join(', ')}`)
  process.exit(1)
}
