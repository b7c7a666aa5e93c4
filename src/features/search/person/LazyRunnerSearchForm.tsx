import { lazyPart } from '../../../platform/loading/index.ts'

/** Loads on first use: phones show it in a sheet only. */
export const LazyRunnerSearchForm = lazyPart(() =>
  import('./RunnerSearchForm.tsx').then((it) => it.RunnerSearchForm),
)
