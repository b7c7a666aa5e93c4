export { type Catalogue, loadCatalogue, loadFirstTexts } from './catalogue.ts'
export { LanguageProvider, type Spoken, useLanguage } from './LanguageProvider.tsx'
export { Text, type TextValues, useText } from './Text.tsx'
