import { createVideoAnalyser } from '../../../server/adapters/video/index.ts'
import { framePainter } from '../../../server/adapters/vision/frames/paint-frame.ts'
import { coverMaker } from '../../../server/adapters/vision/images/cover.ts'
import type { Result, World } from '../../../server/cli/command.ts'
import { runCommand } from '../../../server/cli/run.ts'
import type { FindingWorld } from './search-server.ts'

const analyser: World['analyser'] = {
  analyse: () => Promise.reject(new Error('These commands take no photos')),
  close: async () => {},
}

/** Runs a command line for the tenant `one`, in the test's process. */
export function command(world: FindingWorld, ...words: string[]): Promise<Result> {
  const { services } = world
  const parts: World = {
    services,
    analyser,
    videoAnalyser: createVideoAnalyser({ ffmpegPath: undefined }),
    painter: framePainter,
    covers: coverMaker,
    createTenantContext: (name) => (name === 'one' || name === 'two' ? world.context(name) : undefined),
  }
  const silent = { note: () => {}, progress: () => {} }
  const line = [...words, '--tenant', 'one']
  return runCommand(parts, line, process.cwd(), silent, new AbortController().signal)
}
