import { existsSync, readFileSync } from 'node:fs'
import { decodePhoto } from '../../../server/adapters/vision/images/decode.ts'

// Runs as a separate process: prints by how many bytes the peak of its memory grows while it decodes the file of its argument,
// without the bytes of the file.
const statusFile = '/proc/self/status'

/** Returns the peak of the memory of this process. On Linux `maxRSS` includes the peak of the process that started it. */
function readPeakInBytes(): number {
  if (!existsSync(statusFile)) return process.resourceUsage().maxRSS * 1024
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(statusFile, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

const [, , small = '', large = ''] = process.argv
await decodePhoto(readFileSync(small))
const bytes = readFileSync(large)
const before = readPeakInBytes()
const { width, height } = await decodePhoto(bytes)
process.stdout.write(JSON.stringify({ width, height, growth: readPeakInBytes() - before }))
