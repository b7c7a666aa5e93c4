import type { CoverMaker } from '../features/events/ports.ts'
import type { FramePainter } from '../features/frame/index.ts'
import type { IngestProgress } from '../features/ingest/index.ts'
import type { PhotoAnalyser } from '../features/photos/index.ts'
import type { Ground } from '../platform/app-parts.ts'
import type { Context } from '../platform/context.ts'
import type { Args, OptionSpec } from './args.ts'

/** What commands work on: opened by this process, or by the server that runs already. */
export interface World {
  readonly ground: Ground
  /** Looks at photos; starts its threads only when it is first asked. */
  readonly analyser: PhotoAnalyser
  readonly painter: FramePainter
  readonly covers: CoverMaker
  /** undefined when there is no such tenant. */
  contextOf(tenantName: string): Context | undefined
}

/** Where a command tells what happens while it happens; none of this is its result. */
export interface Report {
  note(text: string): void
  progress(progress: IngestProgress): void
}

/** What a command has brought. */
export interface Result {
  /** 0: all well; 1: done, but something was left out that should not have been. */
  readonly exitCode: 0 | 1
  /** For people, and for scripts that take an id from the last line. */
  readonly lines: readonly string[]
  /** The same for `--json`. */
  readonly json: unknown
}

/** One thing that the command line can do. */
export interface Command {
  /** One or two words, e.g. `event create`. */
  readonly name: string
  readonly summary: string
  /** Names of what follows without dashes, e.g. `['FILE.csv']`; all are required. */
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, OptionSpec>>
  /** More for the help page: what to know, examples. */
  readonly details: readonly string[]
  /** @throws CommandFailure when it cannot be done, UsageError when it was asked wrongly */
  run(world: World, context: Context, args: Args, report: Report, signal: AbortSignal): Promise<Result>
}
