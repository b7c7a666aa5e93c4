import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { createVideoAnalyser } from '../../../server/adapters/video/index.ts'
import { coverMaker } from '../../../server/adapters/vision/images/cover.ts'
import { createFaceIndex } from '../../../server/adapters/vision/search/face-index.ts'
import type { CoverMaker, EventRow } from '../../../server/features/events/index.ts'
import type { FramePainter } from '../../../server/features/frame/index.ts'
import {
  type IngestInput,
  type IngestServices,
  type IngestSummary,
  ingestFolder,
  type Refusal,
} from '../../../server/features/ingest/index.ts'
import type { FacesPort } from '../../../server/features/recognition/ports.ts'
import { projectRoot } from '../../../server/platform/root.ts'
import { openSearchServer, type SearchServer, type SearchServerOptions } from './search-server.ts'
import { getSharedVision } from './vision.ts'

/** Real recognition for a test server, and folders to ingest. */
interface Ingest {
  readonly parts: IngestServices & { painter: FramePainter; covers: CoverMaker }
  readonly faces: FacesPort
  /** Creates a folder, which is deleted with the server. */
  createFolder(): string
  /** Ingests a folder, and records the reports. */
  ingest(
    event: EventRow,
    folder: string,
    input?: IngestTestOptions,
  ): Promise<IngestSummary & { notes: Refusal[] }>
}

/** A search server with real recognition, and folders to ingest. */
export type IngestServer = SearchServer & Ingest

type IngestTestOptions = Partial<IngestInput> &
  Partial<Pick<IngestServices, 'videoAnalyser' | 'workers'>> & {
    signal?: AbortSignal
    onAdded?: (name: string) => void
  }

export function openIngestServer(): Promise<IngestServer> {
  return openWithIngest(openSearchServer)
}

/** Opens a test server with real recognition. @param open e.g. `openShop` */
export async function openWithIngest<Server extends SearchServer>(
  open: (parts: Pick<SearchServerOptions, 'index'> & { faces: FacesPort }) => Promise<Server>,
): Promise<Server & Ingest> {
  const vision = getSharedVision()
  const index = createFaceIndex()
  const testServer = await open({ index, faces: vision.faces })
  const root = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
  const { objects, clock } = testServer.services
  const parts = {
    objects,
    clock,
    analyser: vision.photos,
    videoAnalyser: createVideoAnalyser({ ffmpegPath: undefined }),
    painter: vision.painter,
    covers: coverMaker,
    workers: 1,
  }
  return {
    ...testServer,
    parts,
    faces: vision.faces,
    createFolder: () => mkdtempSync(join(root, 'photos-')),
    ingest: async (event, folder, options = {}) => {
      const {
        signal = new AbortController().signal,
        onAdded,
        videoAnalyser,
        workers = parts.workers,
        ...input
      } = options
      const notes: Refusal[] = []
      const summary = await ingestFolder(
        testServer.context(),
        { ...parts, workers, ...(videoAnalyser && { videoAnalyser }) },
        { event, folder, ...input },
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
      await testServer.close()
      await index.close()
      rmSync(root, { recursive: true })
    },
  }
}

/** Width of a photo whose start numbers can be read. */
export const readableWidthInPixels = 700

/**
 * Returns a demo photo; the caller sets format and file. It is analyzed in half the time of one with readable start
 * numbers, see {@link readableWidthInPixels}.
 */
export function readDemoPhoto(name: string, widthInPixels = 240): Sharp {
  return sharp(join(projectRoot, 'demo', name)).resize(widthInPixels)
}

/** Writes a picture, creating its folders. */
export async function writePhoto(picture: Sharp, ...path: string[]): Promise<void> {
  const file = join(...path)
  mkdirSync(dirname(file), { recursive: true })
  await picture.toFile(file)
}
