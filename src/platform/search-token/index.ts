export { readFoundIds } from './found-ids.ts'
export { findSearchPass, isOneRunner } from './pass.ts'
export { endSearch, startSearch, type TokenScope, withSearchToken } from './search-token.ts'
