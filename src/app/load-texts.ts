import type { Language } from '../../contract/common.ts'
import { type Catalogue, loadCatalogue, loadFirstTexts, loadPageTexts } from '../platform/language/index.ts'
import type { AppRoute } from './routes.tsx'

/** Loads the texts that a page begins with: fewer files are ahead of its first tap. */
export function loadTexts(route: AppRoute | undefined, language: Language): Promise<Catalogue> {
  if (route?.firstTexts) return loadFirstTexts(language)
  return (route?.allTexts ? loadCatalogue : loadPageTexts)(language)
}

/** Whether {@link loadTexts} leaves texts out. */
export const leavesTextsOut = (route: AppRoute | undefined): boolean => !route?.allTexts
