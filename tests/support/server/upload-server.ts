import { createFaceIndex } from '../../../server/adapters/vision/search/face-index.ts'
import type { EventRow } from '../../../server/features/events/index.ts'
import { createCountingRecognition } from '../data/pictures.ts'
import { createTestEvent } from '../data/race.ts'
import { openSearchServer, type SearchServer } from './search-server.ts'

/** A search server with one event, which accepts pictures and counts how often each is analyzed. */
export interface UploadServer extends SearchServer {
  readonly event: EventRow
  readonly recognition: ReturnType<typeof createCountingRecognition>
}

export async function openUploadServer(): Promise<UploadServer> {
  const recognition = createCountingRecognition()
  const testServer = await openSearchServer({ index: createFaceIndex(), faces: recognition.faces })
  return { ...testServer, event: await createTestEvent(testServer.context()), recognition }
}
