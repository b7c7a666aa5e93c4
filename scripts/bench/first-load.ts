import { execFileSync } from 'node:child_process'

/** Bytes of the first page on the wire (brotli), against their budgets. */
export function run(): Promise<void> {
  execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
  execFileSync('node_modules/.bin/tsx', ['scripts/size.ts'], { stdio: 'inherit' })
  return Promise.resolve()
}
