import { join } from 'node:path'
import { projectRoot } from '../../server/platform/root.ts'
import { type EngineName, engineNames } from './installed.ts'

interface EngineServer {
  readonly url: string
  /** The half marathon with all photos of Andrei, start number 128. */
  readonly eventId: string
  readonly dataDir: string
}

/** Data printed by the server of this run. */
export const testServer = JSON.parse(process.env.ENGINES_WORLD ?? '{}') as EngineServer

/** The engine of this run of a test file. */
export const engine: EngineName = engineNames.find((name) => name === process.env.ENGINE) ?? 'webkit'

export const demoFile = (name: string) => join(projectRoot, 'demo', name)
