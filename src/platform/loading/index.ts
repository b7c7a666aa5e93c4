export { NotLoaded } from './NotLoaded.tsx'
export { PartNotLoaded } from './PartNotLoaded.tsx'
export { TryAgain } from './TryAgain.tsx'
export { type Loaded, useLoaded } from './use-loaded.ts'
