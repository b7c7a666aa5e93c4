import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { connect, createServer } from 'node:net'

/**
 * Shows to the processes of other containers that this one is running. They see other process ids, but the system shows them
 * whether a socket in a shared folder is listened to. It does so until the process ends, also while the process is paused.
 */
export interface LivenessSocket {
  /** File name of the socket. */
  readonly socket: string
  close(): void
}

/** Opens a socket in a folder. Returns undefined where containers are unknown, or the drive supports no sockets. */
export async function openLivenessSocket(folder: string): Promise<LivenessSocket | undefined> {
  if (process.platform !== 'linux') return undefined
  const socket = `database.${randomBytes(6).toString('hex')}.sock`
  const directory = openSync(folder, 'r')
  const server = createServer((connection) => connection.destroy())
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false))
    server.listen(toShortPath(directory, socket))
  })
  if (!isListening) {
    closeSync(directory)
    return undefined
  }
  server.unref()
  return {
    socket,
    close: () => {
      // Removes the file at once, by its path.
      server.close()
      closeSync(directory)
    },
  }
}

/** Returns whether the process that opened the socket is running. False also for sockets of other hosts. */
export async function isLivenessSocketOpen(folder: string, socket: string): Promise<boolean> {
  const directory = openSync(folder, 'r')
  try {
    return await new Promise<boolean>((resolve) => {
      const connection = connect(toShortPath(directory, socket))
      connection.once('connect', () => {
        connection.destroy()
        resolve(true)
      })
      connection.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
        resolve(!['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(code)),
      )
    })
  } finally {
    closeSync(directory)
  }
}

/** Paths of sockets have 107 bytes at most; that of a folder may be longer. */
const toShortPath = (directory: number, name: string) => `/proc/self/fd/${directory}/${name}`
