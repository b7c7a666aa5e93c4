export { chooseScheme } from './apply-theme.ts'
export { loadSettings } from './load-settings.ts'
export { settingsAtom, useSettings } from './settings.ts'
