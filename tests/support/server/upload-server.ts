import { createFaceIndex } from '../../../server/adapters/vision/search/face-index.ts'
import type { EventRow } from '../../../server/features/events/index.ts'
import { countingFaces } from '../data/pictures.ts'
import { anEvent } from '../data/race.ts'
import { type FindingWorld, openFindingWorld } from './search-server.ts'

/** A search server with one event, which accepts pictures and counts how often each is analyzed. */
export interface UploadWorld extends FindingWorld {
  readonly event: EventRow
  readonly recognition: ReturnType<typeof countingFaces>
}

export async function openUploadWorld(): Promise<UploadWorld> {
  const recognition = countingFaces()
  const world = await openFindingWorld({ index: createFaceIndex(), faces: recognition.faces })
  return { ...world, event: await anEvent(world.context()), recognition }
}
