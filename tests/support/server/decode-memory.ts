import { readFileSync } from 'node:fs'
import { decodePhoto } from '../../../server/adapters/vision/images/decode.ts'

// Runs as a separate process: prints by how many bytes the peak of its memory grows while it decodes the file of its argument.
const peakInBytes = () => process.resourceUsage().maxRSS * 1024

const [, , small = '', large = ''] = process.argv
await decodePhoto(readFileSync(small))
const before = peakInBytes()
const { width, height } = await decodePhoto(readFileSync(large))
process.stdout.write(JSON.stringify({ width, height, growth: peakInBytes() - before }))
