/** Result of the analysis of one video file. */
export interface AnalysedVideo {
  readonly mime: 'video/mp4' | 'video/quicktime'
  readonly durationS: number
  /** Start of the recording; null when the file has none. */
  readonly takenOn: Date | null
  /** An encoded still from an early moment; null when none could be made. */
  readonly still: Uint8Array | null
  /** MP4 of the first seconds, small, without sound, watermark burnt in; null when none could be made. */
  readonly preview: Uint8Array | null
  /** Why still or preview are missing, and what to do about it, for the operator. */
  readonly problem: string | undefined
}

/** `NotAVideo`: not an MP4 or QuickTime file; `VideoDamaged`: truncated or without a duration. */
export type VideoRejectedCode = 'NotAVideo' | 'VideoDamaged'

/** Thrown for bytes that are not a video that can be sold. */
export class VideoRejected extends Error {
  override readonly name = 'VideoRejected'
  readonly code: VideoRejectedCode

  constructor(code: VideoRejectedCode) {
    super(code)
    this.code = code
  }
}

/** Analyses a videographer's file and makes the pictures to show before purchase. */
export interface VideoAnalyser {
  /**
   * Analyses a video file.
   *
   * @param path of the file, absolute
   * @param options `now`: times after this are invalid; default: the time of the machine
   * @throws {VideoRejected} when the file is not a video that can be sold
   */
  analyse(path: string, options: { watermarkText: string; now?: Date }): Promise<AnalysedVideo>
  /** Returns whether a file is the moving part of a Live Photo, which an iPhone saves beside the picture. */
  isLivePhoto(path: string): Promise<boolean>
  /** Returns why no stills and previews can be made, for the operator; undefined when they can. */
  problem(): Promise<string | undefined>
}
