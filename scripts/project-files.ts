import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface ProjectFile {
  /** From the root of the project, with slashes. */
  readonly path: string
  readonly text: string
}

/** Reads the files that git tracks or would track. */
export function readProject(isWanted: (path: string) => boolean): ProjectFile[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && isWanted(path))
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(path, 'utf8') }]
      } catch (error) {
        // deleted and not yet committed
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }
    })
}
