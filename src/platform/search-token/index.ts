export { readFoundIds } from './found-ids.ts'
export { isOneRunner, passOf } from './pass.ts'
export { endSearch, type Reach, startSearch, withSearchToken } from './search-token.ts'
