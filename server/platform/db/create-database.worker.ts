import { mkdir } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { startParams } from './shared-session.ts'

process.on('disconnect', () => process.exit(1))

// the parent opens the folder next, and reports why it cannot
const folder = process.argv[2] ?? ''

mkdir(folder, { recursive: true })
  .then(() => PGlite.create({ dataDir: folder, startParams }))
  .then((pglite) => pglite.close())
  .then(
    () => process.exit(0),
    () => process.exit(1),
  )
