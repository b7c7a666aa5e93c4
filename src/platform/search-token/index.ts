export { readFoundIds } from './found-ids.ts'
export { findSearchPass, isOneRunner } from './pass.ts'
export { endSearch, type Reach, startSearch, withSearchToken } from './search-token.ts'
