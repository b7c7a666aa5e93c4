import type { Language } from '../../contract/common.ts'
import { type Catalogue, loadTexts, type TextLevel } from '../platform/language/index.ts'
import type { AppRoute } from './routes.tsx'

/** Returns the level of the texts that a page starts with. A low level loads fewer bytes before the first tap. */
export const getInitialTextLevel = (route: AppRoute | undefined): TextLevel => route?.texts ?? 'page'

/** Loads the texts that a page starts with. */
export const loadInitialTexts = (route: AppRoute | undefined, language: Language): Promise<Catalogue> =>
  loadTexts(language, getInitialTextLevel(route))
