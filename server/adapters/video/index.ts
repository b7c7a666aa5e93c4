import sharp from 'sharp'
import { type AnalysedVideo, type VideoAnalyser, VideoRejected } from '../../features/videos/ports.ts'
import { makeWatermarkLayer } from '../vision/images/watermark.ts'
import { type Ffmpeg, openFfmpeg } from './ffmpeg.ts'
import { readVideoHeader } from './header.ts'

/** Limits the preview: long enough to recognize the runner, and never the whole video. */
const maxPreviewInS = 10
const maxPreviewShare = 2 / 3
const maxSideInPixels = 640
const watermarkStyle = { letterHeight: 0.05, opacity: 0.3 }

/**
 * Analyzes videos: the header directly, still and preview with ffmpeg where it is installed.
 *
 * @param options.ffmpegPath default: `ffmpeg` from PATH
 */
export function createVideoAnalyser({ ffmpegPath }: { ffmpegPath: string | undefined }): VideoAnalyser {
  let openedFfmpeg: Ffmpeg | undefined
  // A missing ffmpeg is not cached: it may be installed while the server runs.
  const open = async (): Promise<Ffmpeg | string> => {
    if (openedFfmpeg) return openedFfmpeg
    const ffmpeg = await openFfmpeg(ffmpegPath)
    if (typeof ffmpeg !== 'string') openedFfmpeg = ffmpeg
    return ffmpeg
  }
  return {
    problem: async () => {
      const ffmpeg = await open()
      return typeof ffmpeg === 'string' ? ffmpeg : undefined
    },
    isLivePhoto: async (path) => {
      try {
        return (await readVideoHeader(path)).isLivePhoto
      } catch (error) {
        if (error instanceof VideoRejected) return false
        throw error
      }
    },
    analyse: async (path, { watermarkText, now }) => {
      const { isLivePhoto: _, ...header } = await readVideoHeader(path, now)
      const ffmpeg = await open()
      if (typeof ffmpeg === 'string') return { ...header, still: null, preview: null, problem: ffmpeg }
      return { ...header, ...(await makePictures(ffmpeg, path, header.durationS, watermarkText)) }
    },
  }
}

type Pictures = Pick<AnalysedVideo, 'still' | 'preview' | 'problem'>

async function makePictures(
  ffmpeg: Ffmpeg,
  path: string,
  durationS: number,
  watermarkText: string,
): Promise<Pictures> {
  let still: Uint8Array | null = null
  try {
    still = await ffmpeg.extractStill(path, Math.min(1, durationS / 2))
    const size = await computePreviewSize(still)
    const layer = await makeWatermarkLayer(watermarkText, size, watermarkStyle)
    const preview = await ffmpeg.createClip(path, {
      ...size,
      maxDurationInS: Math.min(maxPreviewInS, durationS * maxPreviewShare),
      layer,
    })
    return { still, preview, problem: undefined }
  } catch (error) {
    return { still, preview: null, problem: `ffmpeg failed: ${getLastLine(error)}` }
  }
}

/** Returns the size of the preview in the still's proportions, with the even dimensions required by H.264. */
async function computePreviewSize(still: Uint8Array): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(still).metadata()
  const scale = Math.min(1, maxSideInPixels / Math.max(width, height))
  const toEven = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2))
  return { width: toEven(width), height: toEven(height) }
}

function getLastLine(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  const text = stderr || (error instanceof Error ? error.message : String(error))
  return text.slice(text.lastIndexOf('\n') + 1).slice(0, 200)
}
