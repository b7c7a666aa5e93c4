export { findDistance } from './distance.ts'
export { limitPersonSearches, limitSearches } from './limit-searches.ts'
export { findPublicRunner, formatFinishTime, type PublicRunner } from './names.ts'
export type { PhotoFinder, PhotoSearch } from './ports.ts'
export { refoldCompetitors } from './refold-store.ts'
export { requireOneRunner, resolveRunner } from './resolve-runner.ts'
export { createCompetitorsFeature } from './routes.ts'
export { findBySurname } from './search-store.ts'
export {
  countCompetitors,
  countOtherCompetitors,
  findByNumber,
  importCompetitors,
  listCompetitorNumbers,
  type NewCompetitor,
} from './store.ts'
export { refoldKey, type SearchClaims, type Subject, toAnswersKey, toPersonKey } from './subject.ts'
export { issueSearchToken, verifySearchToken } from './token.ts'
