import { pathToFileURL } from 'node:url'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { isApiError } from '../../src/lib/api.ts'
import { type UploadState, uploadWithResume } from '../../src/lib/resume-upload.ts'
import { buildPicture, createCountingRecognition, createUploader } from '../../tests/support/data/pictures.ts'
import { createTestEvent } from '../../tests/support/data/race.ts'
import { openSearchServer } from '../../tests/support/server/search-server.ts'
import { openUploadProxy } from '../../tests/support/server/upload-proxy.ts'
import type { Rule } from '../faults/rules.ts'

/** Simulates a link of 64 kbit/s with a connection loss every 20 s. */
const rulesWithCuts: readonly Rule[] = [
  { fault: { type: 'latency', roundTripInMs: 600 } },
  { fault: { type: 'bandwidth', bytesPerSecond: 8_000 } },
  { fault: { type: 'handover', everyInMs: 20_000 } },
]
const sizesInBytes = process.argv.includes('--all') ? [300_000, 4 * 1024 * 1024] : [300_000]

/**
 * Measures the overhead of a selfie upload on a bad link: bytes sent per byte needed. `--all` also uploads 4 MB, which takes
 * ten minutes.
 */
export async function run(): Promise<void> {
  const recognition = createCountingRecognition()
  const testServer = await openSearchServer({ index: createFaceIndex(), faces: recognition.faces })
  const event = await createTestEvent(testServer.context())
  const link = await openUploadProxy(testServer)
  for (const size of sizesInBytes) {
    const picture = buildPicture(size)
    let uploadState: UploadState | undefined
    let uploadId: string | undefined
    let attempts = 0
    link.reset()
    link.set(rulesWithCuts)
    const startedOn = performance.now()
    while (uploadId === undefined) {
      attempts += 1
      uploadId = await uploadWithResume(
        {
          key: picture.key,
          sha256: picture.sha256,
          bytes: new Uint8Array(picture.bytes).buffer,
          ...uploadState,
        },
        { onStateChange: (newState) => void (uploadState = newState) },
      ).catch((error: unknown) => {
        if (!isApiError(error, 'NoResponse')) throw error
        return undefined
      })
    }
    const seconds = (performance.now() - startedOn) / 1000
    link.clear()
    const { statusCode } = await createUploader(testServer).recognise(uploadId, event.albumId)
    const sent = link.countSentBytes()
    const { started: startedCount, interrupted: interruptedCount } = link.countPieces()
    console.log(
      `${size} bytes at 64 kbit/s with a cut every 20 s: ${sent} sent in ${startedCount} pieces, ${interruptedCount} of them cut ` +
        `(${(sent / size).toFixed(3)} times what was needed, ${attempts} tries of the outbox), ${seconds.toFixed(0)} s; ` +
        `recognised ${recognition.countReads(picture)} time, answer ${statusCode}`,
    )
  }
  await link.close()
  await testServer.close()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
