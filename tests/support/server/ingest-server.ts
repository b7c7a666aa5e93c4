import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { createFolderStore } from '../../../server/adapters/objects/folder.ts'
import { createVideoAnalyser } from '../../../server/adapters/video/index.ts'
import { coverMaker } from '../../../server/adapters/vision/images/cover.ts'
import type { ModelCard } from '../../../server/adapters/vision/models/card.ts'
import { modelCards } from '../../../server/adapters/vision/models/cards.ts'
import {
  createInstalledModels,
  type InstalledModels,
} from '../../../server/adapters/vision/models/installed-models.ts'
import { createFaceIndex } from '../../../server/adapters/vision/search/face-index.ts'
import { createVision } from '../../../server/adapters/vision/vision.ts'
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
  readonly parts: IngestServices & {
    painter: FramePainter
    covers: CoverMaker
    models: InstalledModels
    faces: FacesPort
  }
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
  Partial<Pick<IngestServices, 'videoAnalyser' | 'workers' | 'pause'>> & {
    signal?: AbortSignal
    onAdded?: (name: string) => void
    onRefused?: (name: string) => void
  }

/** @param cards of face models that can be installed; default: those of the product */
export function openIngestServer(cards?: readonly ModelCard[]): Promise<IngestServer> {
  return openWithIngest(openSearchServer, cards)
}

/** Opens a test server with real recognition. @param open e.g. `openShop` */
export async function openWithIngest<Server extends SearchServer>(
  open: (parts: Pick<SearchServerOptions, 'index'> & { faces: FacesPort }) => Promise<Server>,
  cards: readonly ModelCard[] = modelCards,
): Promise<Server & Ingest> {
  const root = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
  const models = createInstalledModels({
    folder: join(root, 'models'),
    objects: createFolderStore(join(root, 'objects')),
    cards,
  })
  const vision =
    cards === modelCards
      ? getSharedVision()
      : createVision({
          installed: models,
          modelsFolder: join(projectRoot, 'dist', 'models'),
          photoWorkers: 1,
          selfieWorkers: 1,
        })
  const index = createFaceIndex()
  const testServer = await open({ index, faces: vision.faces })
  const { objects, clock } = testServer.services
  const parts = {
    objects,
    clock,
    analyser: vision.photos,
    videoAnalyser: createVideoAnalyser({ ffmpegPath: undefined }),
    painter: vision.painter,
    covers: coverMaker,
    models,
    faces: vision.faces,
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
        onRefused,
        videoAnalyser,
        pause,
        workers = parts.workers,
        ...input
      } = options
      const notes: Refusal[] = []
      const summary = await ingestFolder(
        testServer.context(),
        { ...parts, workers, ...(videoAnalyser && { videoAnalyser }), ...(pause && { pause }) },
        { event, folder, ...input },
        {
          progress: () => {},
          refused: (_kind, refusal) => {
            notes.push(refusal)
            onRefused?.(refusal.name)
          },
          added: ({ name }) => onAdded?.(name),
        },
        signal,
      )
      return { ...summary, notes }
    },
    close: async () => {
      await testServer.close()
      await Promise.all([vision.close(), index.close()])
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
