export { draft as checkoutDraft, saveToDraft as saveToCheckoutDraft } from './draft.ts'
export { intent } from './intent.ts'
export { watchIntent } from './watch-intent.ts'
