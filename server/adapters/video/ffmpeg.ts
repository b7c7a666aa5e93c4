import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

const maxOutputInBytes = 64 * 1024 * 1024
const timeoutInMs = 5 * 60_000

/** Allows only plain files, and only a format that cannot refer to other files or URLs. */
const toInputArguments = (path: string) => ['-protocol_whitelist', 'file', '-f', 'mov', '-i', `file:${path}`]

/** Makes stills and clips of videos with ffmpeg. */
export interface Ffmpeg {
  /** Returns a PNG of the frame at `atInS`, upright, at most 1280 px wide. @throws when ffmpeg fails */
  extractStill(path: string, atInS: number): Promise<Uint8Array>
  /** Returns the first seconds without sound, with an overlay on each frame. @throws when ffmpeg fails */
  createClip(path: string, options: ClipOptions): Promise<Uint8Array>
}

export interface ClipOptions {
  readonly maxDurationInS: number
  /** Even numbers of pixels. */
  readonly width: number
  readonly height: number
  /** PNG of the same size. */
  readonly layer: Uint8Array
}

/** Opens ffmpeg. Returns a message for the operator when it cannot be started. */
export async function openFfmpeg(path: string | undefined): Promise<Ffmpeg | string> {
  const program = path ?? 'ffmpeg'
  try {
    await execute(program, ['-version'], { timeout: timeoutInMs })
  } catch {
    return path === undefined
      ? 'ffmpeg was not found: install it, or set FFMPEG_PATH'
      : `FFMPEG_PATH=${path} cannot be started`
  }
  // One thread each: several videos are processed in parallel.
  const runFfmpeg = (...args: string[]) =>
    execute(program, ['-nostdin', '-v', 'error', '-threads', '1', ...args], {
      encoding: 'buffer',
      maxBuffer: maxOutputInBytes,
      timeout: timeoutInMs,
    })
  return {
    extractStill: async (file, atInS) => {
      const seek = ['-ss', atInS.toFixed(3), ...toInputArguments(file)]
      const scale = ['-vf', "scale='min(1280,iw)':-2"]
      const { stdout } = await runFfmpeg(
        ...seek,
        '-frames:v',
        '1',
        ...scale,
        '-c:v',
        'png',
        '-f',
        'image2pipe',
        '-',
      )
      if (stdout.length === 0) throw new Error('ffmpeg made no still')
      return stdout
    },
    createClip: async (file, { maxDurationInS, width, height, layer }) => {
      const folder = await mkdtemp(join(tmpdir(), 'photofinish-clip-'))
      try {
        const [layerFile, outputFile] = [join(folder, 'layer.png'), join(folder, 'clip.mp4')]
        await writeFile(layerFile, layer)
        const filterGraph = `[0:v:0]scale=${width}:${height},setsar=1[v];[v][1:v]overlay=format=auto,format=yuv420p`
        await runFfmpeg(
          ...[
            '-t',
            maxDurationInS.toFixed(3),
            ...toInputArguments(file),
            '-i',
            `file:${layerFile}`,
            '-filter_complex',
            filterGraph,
          ],
          ...['-an', '-map_metadata', '-1', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '30'],
          ...['-movflags', '+faststart', '-f', 'mp4', '-y', outputFile],
        )
        return await readFile(outputFile)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}
