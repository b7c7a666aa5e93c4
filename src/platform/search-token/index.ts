export { readFoundPhotos } from './found-photos.ts'
export { getSearchCredentials, isSearchWith, isSingleRunnerSearch } from './search-credentials.ts'
export {
  endSearch,
  isLastSearch,
  readSearchToken,
  startSearch,
  type TokenScope,
  withSearchToken,
} from './search-token.ts'
