export {
  type ImportedStartList,
  type ImportOptions,
  importStartList,
  previewStartList,
  type StartListFile,
} from './import-start-list.ts'
export { type IngestInput, type IngestServices, ingestFolder } from './ingest-folder.ts'
export { makePreviews, type PreviewServices, type PreviewSummary } from './make-previews.ts'
export { ManifestInvalid, readManifest } from './manifest.ts'
export { createProgressBar, type ProgressBar } from './progress-bar.ts'
export type { AddedMedia, IngestProgress, IngestSummary, Refusal } from './report.ts'
export { type LineReport, StartListInvalid } from './start-list/start-list.ts'
export { countWaiting } from './store.ts'
