export { findDistance } from './distance.ts'
export { findPublicRunner, type PublicRunner, toFinishTime } from './names.ts'
export { requireOneRunner, resolveRunner } from './one-runner.ts'
export type { PhotoFinder, PhotoSearch } from './ports.ts'
export { refoldCompetitors } from './refold-store.ts'
export { createCompetitorsFeature } from './routes.ts'
export { findBySurname } from './search-store.ts'
export {
  countCompetitors,
  findByNumber,
  importCompetitors,
  listCompetitorNumbers,
  type NewCompetitor,
} from './store.ts'
export { answersKey, personKey, refoldKey, type SearchClaims, type Subject } from './subject.ts'
export { issueSearchToken, verifySearchToken } from './token.ts'
