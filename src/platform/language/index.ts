export { type Catalogue, loadCatalogue, loadFirstTexts, loadPageTexts } from './catalogue.ts'
export { LanguageProvider, type Spoken, useLanguage } from './LanguageProvider.tsx'
export { Text, type TextValues, useText } from './Text.tsx'
