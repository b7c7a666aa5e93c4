import { PGlite } from '@electric-sql/pglite'

process.on('disconnect', () => process.exit(1))

// the parent opens the folder next, and reports why it cannot
PGlite.create(process.argv[2] ?? '')
  .then((pglite) => pglite.close())
  .then(
    () => process.exit(0),
    () => process.exit(1),
  )
