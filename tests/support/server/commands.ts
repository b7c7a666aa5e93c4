import { join } from 'node:path'
import { createVideoAnalyser } from '../../../server/adapters/video/index.ts'
import { framePainter } from '../../../server/adapters/vision/frames/paint-frame.ts'
import { coverMaker } from '../../../server/adapters/vision/images/cover.ts'
import { createInstalledModels } from '../../../server/adapters/vision/models/installed-models.ts'
import type { CommandDependencies, Result } from '../../../server/cli/command.ts'
import { runCommand } from '../../../server/cli/run.ts'
import { createFacesPort } from '../data/faces-port.ts'
import type { SearchServer } from './search-server.ts'

const analyser: CommandDependencies['analyser'] = {
  analyse: () => Promise.reject(new Error('These commands take no photos')),
  hashPicture: () => Promise.reject(new Error('These commands take no photos')),
  close: async () => {},
}

/** Returns the services of commands on a test server, without recognition. */
export function buildCommandParts(testServer: SearchServer): CommandDependencies {
  const { services } = testServer
  return {
    services,
    analyser,
    videoAnalyser: createVideoAnalyser({ ffmpegPath: undefined }),
    painter: framePainter,
    covers: coverMaker,
    models: createInstalledModels({
      folder: join(services.config.dataDir, 'models'),
      objects: services.objects,
    }),
    faces: createFacesPort(() => Promise.reject(new Error('These commands take no selfies'))),
    createTenantContext: (name) => (name === 'one' || name === 'two' ? testServer.context(name) : undefined),
  }
}

/** Runs a command line for the tenant `one`, in the test's process. */
export function runTestCommand(testServer: SearchServer, ...words: string[]): Promise<Result> {
  const silent = { note: () => {}, progress: () => {} }
  const argv = [...words, '--tenant', 'one']
  const parts = buildCommandParts(testServer)
  return runCommand(parts, argv, process.cwd(), silent, new AbortController().signal)
}
