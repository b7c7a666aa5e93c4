import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The engines tested besides Chromium. */
export const engineNames = ['webkit', 'firefox'] as const
export type EngineName = (typeof engineNames)[number]

/** Debian packages with everything that the tests need. */
export const debianPackages = [
  'firefox-esr',
  'webkit2gtk-driver',
  'xvfb',
  'ffmpeg',
  'locales',
  'python3-gi',
  'gir1.2-webkit2-4.1',
  'gstreamer1.0-plugins-good',
]

const findCommand = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .concat('/usr/bin')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/** @throws Error where Firefox is not installed */
export function getFirefoxPath(): string {
  const path = findFirefox()
  if (path === undefined) throw new Error('Firefox is not installed')
  return path
}

function findFirefox(): string | undefined {
  const application = '/Applications/Firefox.app/Contents/MacOS/firefox'
  const configuredPath = process.env.FIREFOX_PATH
  if (configuredPath) return existsSync(configuredPath) ? configuredPath : undefined
  return (
    findCommand('firefox-esr') ??
    findCommand('firefox') ??
    (existsSync(application) ? application : undefined)
  )
}

/** Commands of WebKitGTK's driver and of the virtual display. */
export const webkitCommands = {
  driver: findCommand('WebKitWebDriver') ?? '/usr/bin/WebKitWebDriver',
  display: findCommand('Xvfb') ?? '/usr/bin/Xvfb',
}

/** Debian's Python: only this one has the GObject bindings. The first line of the shell script names it too. */
const systemPython = '/usr/bin/python3'

/** @returns why an engine cannot be used here; undefined when it can */
export function findMissingRequirement(engine: EngineName): string | undefined {
  if (engine === 'firefox') return findFirefox() === undefined ? 'Firefox is not installed' : undefined
  for (const command of ['WebKitWebDriver', 'Xvfb', 'ffmpeg'])
    if (findCommand(command) === undefined) return `${command} is not installed`
  try {
    const script = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
    execFileSync(systemPython, ['-c', script], { stdio: 'ignore' })
    return undefined
  } catch {
    return '/usr/bin/python3 does not find WebKit2 4.1 (gir1.2-webkit2-4.1)'
  }
}
