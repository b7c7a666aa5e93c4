export { normalBib } from './bib.ts'
export { nameOfRunner } from './names.ts'
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
export { answerKeyOf, type SearchClaims, type Subject } from './subject.ts'
export { issueSearchToken, verifySearchToken } from './token.ts'
