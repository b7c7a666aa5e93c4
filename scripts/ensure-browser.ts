import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { platform } from 'node:os'
import { chromium } from 'playwright'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the path of a Chromium for tests: CHROMIUM_PATH, or an installed one, or else installs one (Playwright's download,
 * or the system package where that download is unavailable).
 *
 * @throws Error with instructions when none can be installed
 */
export function ensureBrowser(): string {
  const found = findBrowser()
  if (found) return found
  console.log('No Chromium found; installing one …')
  const attempts: readonly (readonly [string, readonly string[]])[] = [
    ['npx', ['--no-install', 'playwright', 'install', 'chromium']],
    ...(platform() === 'linux'
      ? ([
          ['apt-get', ['update', '-qq']],
          ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']],
        ] as const)
      : []),
  ]
  for (const [command, args] of attempts) {
    try {
      execFileSync(command, args, {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    } catch {
      console.log(`${command} ${args.join(' ')} did not succeed`)
    }
    const installed = findBrowser()
    if (installed) return installed
  }
  throw new Error('Install Chromium or Chrome and set CHROMIUM_PATH to it')
}

function findBrowser(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, ...usual, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path))
}
