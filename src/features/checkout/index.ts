export { intent } from './intent.ts'
export { watchIntent } from './watch-intent.ts'
