export { normalizeBib as normalBib } from '../../../contract/bib.ts'
export { findDistance } from './distance.ts'
export { findPublicRunner, type PublicRunner, toFinishTime } from './names.ts'
export { requireOneRunner, resolveRunner } from './one-runner.ts'
export type { PhotoFinder, PhotoSearch } from './ports.ts'
export { createCompetitorsFeature } from './routes.ts'
export {
  countCompetitors,
  findByNumber,
  findBySurname,
  importCompetitors,
  listCompetitorNumbers,
  type NewCompetitor,
} from './store.ts'
export { answersKey, personKey, type SearchClaims, type Subject } from './subject.ts'
export { issueSearchToken, verifySearchToken } from './token.ts'
