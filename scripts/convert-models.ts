import { ensureModels } from '../server/adapters/vision/models.ts'

const folder = process.argv[2] ?? 'dist/models'
ensureModels(folder)
console.log(`The face networks are in ${folder}`)
