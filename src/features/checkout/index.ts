export { followIntent } from './follow-intent.ts'
export { intent } from './intent.ts'
