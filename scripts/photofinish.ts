import { execFileSync, spawn } from 'node:child_process'

/** Runs the command line on the compiled server: `npm run photofinish -- help`. */
// Output of the build is not part of the command's result.
execFileSync('node_modules/.bin/tsx', ['scripts/build.ts', '--server-only'], { stdio: ['ignore', 2, 2] })

const child = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', 'dist/server/server/cli/main.js', ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
// A terminal sends Ctrl-C to both processes. The command stops cleanly, and this process waits for it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
