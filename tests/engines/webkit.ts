import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import { vi } from 'vitest'
import { projectRoot } from '../../server/platform/root.ts'
import type { Driver, DriverSettings, Handle } from './driver.ts'
import { webkitCommands } from './installed.ts'

const runCommand = promisify(execFile)
const quitLimitInMs = 10_000
/** TCP_LISTEN in `/proc/net/tcp`. */
const listenState = '0A'

/** Opens WebKitGTK on a separate display by WebKitWebDriver. */
export async function openWebKit(settings: DriverSettings): Promise<Driver> {
  const display = await openDisplay(settings)
  const { onConsoleMessage: complain, ...shellSettings } = settings
  const driver = spawn(webkitCommands.driver, ['--port=0'], {
    // a process group that can be killed together: the driver leaves its browser running
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      GDK_SCALE: '2',
      // neither accessibility nor a session bus is available
      NO_AT_BRIDGE: '1',
      GTK_A11Y: 'none',
      HOME: settings.profile,
      XDG_CACHE_HOME: join(settings.profile, 'xdg'),
      SHELL_SETTINGS: JSON.stringify(shellSettings),
      // the sandbox needs user namespaces, which containers forbid
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  for (const output of [driver.stdout, driver.stderr]) listenToConsole(output, complain)
  const stopAll = async () => {
    await stopProcess(driver)
    killGroup(driver)
    await stopProcess(display.server)
  }
  try {
    const server = `http://127.0.0.1:${await vi.waitUntil(() => readPort(driver), { timeout: 15_000 })}`
    await fetch(`${server}/status`)
    const capabilities = new Capabilities({
      browserName: 'webkit-shell',
      'webkitgtk:browserOptions': {
        binary: join(projectRoot, 'tests', 'engines', 'webkit-shell.py'),
        args: ['--automation'],
      },
    })
    const session = await new Builder().usingServer(server).withCapabilities(capabilities).build()
    await session.manage().setTimeouts({ script: 60_000, pageLoad: 60_000, implicit: 0 })
    return createDriver(session, display.name, async () => {
      // a page that has crashed or hangs blocks the end of the session
      await Promise.race([
        session.quit().catch(() => undefined),
        sleep(quitLimitInMs, undefined, { ref: false }),
      ])
      await stopAll()
    })
  } catch (error) {
    await stopAll()
    throw error
  }
}

/**
 * Returns the port where a process listens on 127.0.0.1, undefined before. With `--port=0` the system chooses a free
 * port, but the driver does not print it. Linux lists it in `/proc`; WebKitGTK's driver exists on no other system
 * that runs these tests.
 */
function readPort({ pid, exitCode }: ChildProcess): number | undefined {
  if (exitCode !== null) throw new Error(`WebKitWebDriver ended with ${exitCode}`)
  const files = `/proc/${pid}/fd`
  const sockets = new Set<string>()
  for (const file of readdirSync(files))
    try {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(join(files, file))) ?? []
      if (inode !== undefined) sockets.add(inode)
    } catch {
      // closed meanwhile
    }
  const rows = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').trim().split('\n')
  for (const row of rows) {
    const [, address = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/)
    if (state === listenState && sockets.has(inode)) return Number.parseInt(address.split(':')[1] ?? '', 16)
  }
  return undefined
}

async function openDisplay({
  width,
  height,
}: DriverSettings): Promise<{ name: string; server: ChildProcess }> {
  const screen = `${width * 2}x${height * 2}x24`
  const server = spawn(
    webkitCommands.display,
    ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const [line] = (await once(createInterface({ input: server.stdio[3] as Readable }), 'line')) as [string]
  return { name: `:${line}`, server }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

/** Kills the remaining processes of a group. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // no processes are left
  }
}

/**
 * Parses console messages. WebKitGTK writes each to the output of its shell: `CONSOLE JS ERROR …` for its own
 * messages, `CONSOLE ERROR …` for those of `console.error`.
 */
function listenToConsole(output: Readable, complain: (line: string) => void): void {
  createInterface({ input: output }).on('line', (line) => {
    if (/\bCONSOLE (\S+ )?(ERROR|WARN)/.test(line)) complain(line)
  })
}

function createDriver(session: WebDriver, display: string, close: () => Promise<void>): Driver {
  return {
    open: (address) => session.get(address).catch(ignoreRefusal),
    reload: () => session.navigate().refresh().catch(ignoreRefusal),
    address: () => session.executeScript<string>('return location.href'),
    load: async (source) => {
      await session.executeScript(source)
    },
    call: (work, ...args) => callInPage(session, work, args),
    element: async (find, ...args) => {
      const element = await callInPage(session, find, args)
      return element ? toHandle(session, element as unknown as WebElement) : undefined
    },
    // the driver's command never returns for some pages
    screenshot: async () => {
      const pngArguments = ['-f', 'image2', '-c:v', 'png', '-']
      const grabArguments = [
        '-loglevel',
        'error',
        '-f',
        'x11grab',
        '-i',
        display,
        '-frames:v',
        '1',
        ...pngArguments,
      ]
      const { stdout } = await runCommand('ffmpeg', grabArguments, {
        encoding: 'buffer',
        maxBuffer: 64 << 20,
      })
      return stdout
    },
    close,
  }
}

function toHandle(session: WebDriver, element: WebElement): Handle {
  return {
    click: () => element.click(),
    type: async (text) => {
      await element.click()
      await element.sendKeys(text)
    },
    upload: (path) => element.sendKeys(path),
    call: (work, ...args) => callInPage(session, work, [element as unknown as HTMLElement, ...args]),
  }
}

/** Calls a sync or async function in the page, and rejects with what it throws there. */
async function callInPage<Args extends unknown[], Result>(
  session: WebDriver,
  work: (...args: Args) => Result | Promise<Result>,
  args: Args,
): Promise<Result> {
  const script = `
    const done = arguments[arguments.length - 1]
    const given = [].slice.call(arguments, 0, -1)
    Promise.resolve().then(() => (${work.toString()})(...given))
      .then((value) => done({ value }), (error) => done({ error: String(error && error.stack || error) }))`
  const answer = await session.executeAsyncScript<{ value: Result; error?: string }>(script, ...args)
  if (answer.error !== undefined) throw new Error(answer.error)
  return answer.value
}

function ignoreRefusal(error: unknown): void {
  if (!/refused|Could not connect|Connection|Load cannot follow/i.test(String(error))) throw error
}
