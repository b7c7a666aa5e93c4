import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { projectRoot } from '../../server/platform/root.ts'
import type * as Memory from '../../src/lib/memory/index.ts'

declare global {
  interface Window {
    memory: typeof Memory
  }
}

/** A page of the origin without the app. */
export const emptyPagePath = '/favicon.svg'

/** Direct access to the device's storage: `window.memory`. */
export const exposeMemory = (page: Page) => exposeModule(page, 'src/lib/memory/index.ts', 'memory')

/**
 * Bundles a module of `src/lib` and exposes its exports to a page as `window[name]`: the same code as in the app,
 * called directly.
 */
async function exposeModule(page: Page, file: string, name: string): Promise<void> {
  await page.evaluate(await bundle(join(projectRoot, file), name))
}

const bundles = new Map<string, Promise<string>>()

function bundle(entry: string, name: string): Promise<string> {
  const cachedBundle = bundles.get(entry)
  if (cachedBundle) return cachedBundle
  const newBundle = build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, name, formats: ['iife'] } },
  }).then((result) => {
    const [output] = Array.isArray(result) ? result : [result]
    if (!output || !('output' in output)) throw new Error(`${entry} was not bundled`)
    return `${output.output[0].code}\nwindow.${name} = ${name}; undefined`
  })
  bundles.set(entry, newBundle)
  return newBundle
}
