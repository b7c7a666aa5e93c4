import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { coverMaker } from '../../server/adapters/vision/images/cover.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { createVision } from '../../server/adapters/vision/vision.ts'
import type { CoverMaker, EventRow } from '../../server/features/events/index.ts'
import type { FramePainter } from '../../server/features/frame/index.ts'
import {
  type IngestParts,
  type IngestSummary,
  type IngestWish,
  ingestFolder,
  type Refusal,
} from '../../server/features/ingest/index.ts'
import type { FacesPort } from '../../server/features/recognition/ports.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { type FindingWorld, openFindingWorld } from './finding.ts'

/** A finding server that really looks at photos, and folders to take them from. */
export interface IngestWorld extends FindingWorld {
  readonly parts: IngestParts & { painter: FramePainter; covers: CoverMaker }
  readonly faces: FacesPort
  /** A new folder, gone with the world. */
  folder(): string
  /** Takes a folder in, and notes what was told. */
  ingest(
    event: EventRow,
    folder: string,
    wish?: IngestTestWish,
  ): Promise<IngestSummary & { notes: Refusal[] }>
}

type IngestTestWish = Partial<IngestWish> & { signal?: AbortSignal; onAdded?: (name: string) => void }

export async function openIngestWorld(): Promise<IngestWorld> {
  const vision = createVision({
    modelsFolder: join(projectRoot, 'dist', 'models'),
    photoWorkers: 1,
    selfieWorkers: 1,
  })
  const index = createFaceIndex()
  const world = await openFindingWorld({ index, faces: vision.faces })
  const root = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
  const { objects, clock } = world.ground
  const parts = {
    objects,
    clock,
    analyser: vision.photos,
    painter: vision.painter,
    covers: coverMaker,
    workers: 1,
  }
  return {
    ...world,
    parts,
    faces: vision.faces,
    folder: () => mkdtempSync(join(root, 'photos-')),
    ingest: async (event, folder, { signal = new AbortController().signal, onAdded, ...wish } = {}) => {
      const notes: Refusal[] = []
      const summary = await ingestFolder(
        world.context(),
        parts,
        { event, folder, ...wish },
        {
          progress: () => {},
          refused: (_kind, refusal) => notes.push(refusal),
          added: ({ name }) => onAdded?.(name),
        },
        signal,
      )
      return { ...summary, notes }
    },
    close: async () => {
      await world.close()
      await Promise.all([vision.close(), index.close()])
      rmSync(root, { recursive: true })
    },
  }
}

/** A photo of the demo, small enough to be looked at quickly; still to be given a format and a file. */
export function demoPhoto(name: string, widthInPixels = 700): Sharp {
  return sharp(join(projectRoot, 'demo', name)).resize(widthInPixels)
}

/** Writes a picture, making the folders that it lies in. */
export async function writePhoto(picture: Sharp, ...path: string[]): Promise<void> {
  const file = join(...path)
  mkdirSync(dirname(file), { recursive: true })
  await picture.toFile(file)
}
