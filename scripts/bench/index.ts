import { readdirSync } from 'node:fs'

/** Runs every bench of this folder in sequence. `npm run bench -- search` runs those whose name contains the word. */
const nameFilter = process.argv[2] ?? ''
const names = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && name !== 'index.ts' && !name.endsWith('.test.ts'))
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((name) => name.includes(nameFilter))

for (const name of names) {
  console.log(`\n── ${name}`)
  const bench = (await import(`./${name}.ts`)) as { run(): Promise<void> }
  await bench.run()
}
// a bench above its limits has set the exit code
process.exit()
