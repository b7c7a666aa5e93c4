export { createCartFeature } from './routes.ts'
