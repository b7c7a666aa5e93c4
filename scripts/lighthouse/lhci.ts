import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from '../ensure-browser.ts'

/** Folder of the reports and results of Lighthouse CI. */
export const resultsFolder = '.lighthouseci'

/** Exit code of `lhci assert` when an assertion failed; any other code but 0 means that it could not work. */
export const assertionsFailedExitCode = 1

export interface LighthouseConfig {
  readonly ci: {
    readonly collect: {
      readonly startServerCommand: string
      readonly startServerReadyPattern: string
      readonly url: readonly string[]
      readonly numberOfRuns: number
      readonly settings: object
    }
    readonly upload: object
  }
}

export function readLighthouseConfig(): LighthouseConfig {
  return JSON.parse(readFileSync('lighthouserc.json', 'utf8')) as LighthouseConfig
}

/** Runs a command of Lighthouse CI. @returns its exit code */
export function runLhci(...args: readonly string[]): number | null {
  const env = { ...process.env, CHROME_PATH: findBrowser() }
  return spawnSync(join('node_modules', '.bin', 'lhci'), args, { stdio: 'inherit', env }).status
}

/** Measures pages one after the other, and adds the results to those of earlier runs. @throws Error when one cannot be measured */
export function measurePages(configFile: string, urls: readonly string[]): void {
  const status = runLhci(
    'collect',
    `--config=${configFile}`,
    '--additive',
    ...urls.map((url) => `--url=${url}`),
  )
  if (status !== 0) throw new Error('Lighthouse could not measure the pages')
}
