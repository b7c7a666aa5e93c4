import { randomBytes } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkHolder, type WaitOptions } from './holder-state.ts'
import { createLockFile, DatabaseLocked, type LockHolder, readHolderFile, toLeaseName } from './lock-file.ts'

/**
 * Removes the lock file of a dead holder. Only the process that has created the file of the takeover may do so: another one that
 * has found the same holder dead would remove the new lock of the first.
 *
 * @throws DatabaseLocked while another process takes the lock over
 */
export async function takeOver(
  file: string,
  { holder, ownHolder }: { holder: LockHolder | undefined; ownHolder: LockHolder },
  options: WaitOptions,
): Promise<void> {
  const takeoverFile = `${file}.takeover`
  if (!createLockFile(takeoverFile, ownHolder)) {
    const other = readHolderFile(takeoverFile)
    const state = await checkHolder(takeoverFile, other, options)
    if (other && state === 'running') throw new DatabaseLocked(other)
    if (state === 'dead') removeDeadLock(takeoverFile, other)
    return
  }
  try {
    if (!isSameHolder(readHolderFile(file), holder)) return
    rmSync(file, { force: true })
    removeTraces(file, holder)
  } finally {
    rmSync(takeoverFile, { force: true })
  }
}

/** Removes a file of a process that died during a takeover, unless another process has replaced it meanwhile. */
function removeDeadLock(file: string, deadHolder: LockHolder | undefined): void {
  const renamedFile = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(file, renamedFile)
  } catch {
    // Another process removed it first.
    return
  }
  if (isSameHolder(readHolderFile(renamedFile), deadHolder)) removeTraces(file, deadHolder)
  else renameSync(renamedFile, file)
  rmSync(renamedFile, { force: true })
}

const isSameHolder = (one: LockHolder | undefined, other: LockHolder | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

function removeTraces(file: string, deadHolder: LockHolder | undefined): void {
  const { socket, owner } = deadHolder ?? {}
  for (const name of [socket, owner && toLeaseName(owner)])
    if (name) rmSync(join(dirname(file), name), { force: true })
}
