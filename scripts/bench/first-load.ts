import { execFileSync } from 'node:child_process'

/** Checks bytes and times of a first visit against their limits. */
export function run(): Promise<void> {
  execFileSync('node_modules/.bin/tsx', ['scripts/size.ts'], { stdio: 'inherit' })
  return Promise.resolve()
}
