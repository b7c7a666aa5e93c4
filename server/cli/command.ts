import type { InstalledModels } from '../adapters/vision/models/installed-models.ts'
import type { CoverMaker } from '../features/events/ports.ts'
import type { FramePainter } from '../features/frame/index.ts'
import type { IngestProgress } from '../features/ingest/index.ts'
import type { PhotoAnalyser } from '../features/photos/index.ts'
import type { FacesPort } from '../features/recognition/ports.ts'
import type { VideoAnalyser } from '../features/videos/index.ts'
import type { Context } from '../platform/context.ts'
import type { Services } from '../platform/services.ts'
import type { Args, OptionSpec } from './args.ts'

/** Services for commands, opened by this process or by a running server. */
export interface CommandDependencies {
  readonly services: Services
  /** Analyzes photos. Starts its worker processes on first use. */
  readonly analyser: PhotoAnalyser
  readonly videoAnalyser: VideoAnalyser
  readonly painter: FramePainter
  readonly covers: CoverMaker
  readonly models: InstalledModels
  /** Computes embeddings, in the same worker processes as `analyser`. */
  readonly faces: Pick<FacesPort, 'getThresholds' | 'readPhoto'>
  /** Returns undefined when there is no such tenant. */
  createTenantContext(tenantName: string): Context | undefined
}

/** Receives progress while a command runs; not part of its result. */
export interface Report {
  note(text: string): void
  progress(progress: IngestProgress): void
}

/** Result of a command. */
export interface Result {
  /** 0: success. 1: completed, but some items failed. */
  readonly exitCode: 0 | 1
  /** For people, and for scripts that read an id from the last line. */
  readonly lines: readonly string[]
  /** The same for `--json`. */
  readonly json: unknown
}

/** A command of the command line. */
export interface Command {
  /** One or two words, e.g. `event create`. */
  readonly name: string
  readonly summary: string
  /** Names of the positional arguments, e.g. `['FILE.csv']`. All are required. */
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, OptionSpec>>
  /** Additional lines of the help page: notes, examples. */
  readonly details: readonly string[]
  /**
   * Returns a text for the operator to agree to, e.g. a licence; undefined when there is none. At a terminal it is shown before
   * the command runs, and consent adds the option `yes`; the command itself refuses to run without that option.
   */
  describeConsent?(args: Args): Promise<string | undefined>
  /** @throws CommandFailure when it cannot be done, UsageError when the arguments are invalid */
  run(
    dependencies: CommandDependencies,
    context: Context,
    args: Args,
    report: Report,
    signal: AbortSignal,
  ): Promise<Result>
}
