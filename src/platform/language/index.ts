export { type Catalogue, loadCatalogue, loadTexts, type TextLevel } from './catalogue.ts'
export { LanguageProvider, type Spoken, useLanguage } from './LanguageProvider.tsx'
export { Text, type TextValues, useText } from './Text.tsx'
