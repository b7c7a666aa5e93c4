import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chromium } from 'playwright'

/** Lists the usual paths, the headless shell first: it has no window, which saves a third of the processor time of journeys. */
const commonPaths = [
  // Debian's command `chromium` is a wrapper script: a test that kills it would leave the browser running
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the path of a Chromium for tests: CHROMIUM_PATH, or an installed one. Without one it installs the distribution's
 * headless shell on Debian as root, and Playwright's download elsewhere.
 *
 * @throws Error with instructions when none can be installed
 */
export function ensureBrowser(): string {
  const browserPath = findBrowser()
  if (browserPath) return browserPath
  console.log('No Chromium found; installing one …')
  const commands: readonly (readonly [string, ...string[]])[] = isDebianAsRoot()
    ? [
        ['apt-get', 'update', '-qq'],
        ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'],
      ]
    : [['npx', '--no-install', 'playwright', 'install', 'chromium']]
  for (const [command, ...args] of commands)
    try {
      execFileSync(command, args, {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    } catch {
      console.log(`${command} ${args.join(' ')} did not succeed`)
    }
  const installed = findBrowser()
  if (!installed) throw new Error('Install Chromium or Chrome and set CHROMIUM_PATH to it')
  return installed
}

/**
 * Returns whether Debian's package can be installed. Ubuntu's package of this name only installs a snap, which containers
 * cannot run.
 */
function isDebianAsRoot(): boolean {
  const release = '/etc/os-release'
  return process.getuid?.() === 0 && existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'))
}

/** Returns the path of CHROMIUM_PATH or of an installed Chromium; undefined when there is none. */
export function findBrowser(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, ...commonPaths, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path))
}
