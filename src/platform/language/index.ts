export { type Catalogue, loadCatalogue, loadTexts, type TextLevel } from './catalogue.ts'
export { LanguageProvider, type LoadedLanguage, useLanguage } from './LanguageProvider.tsx'
export { Text, type TextValues, useText } from './Text.tsx'
export { useErrorText } from './use-error-text.ts'
