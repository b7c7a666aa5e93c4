export { type Catalogue, loadCatalogue, loadTexts, type TextLevel } from './catalogue.ts'
export { LanguageProvider, type LoadedLanguage, useLanguage } from './LanguageProvider.tsx'
export { Text, type TextValues, useErrorText, useText } from './Text.tsx'
