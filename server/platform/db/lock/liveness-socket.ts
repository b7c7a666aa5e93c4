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

/** Opens a socket in a folder. Returns undefined except on Linux, and on file systems without socket support. */
export async function openLivenessSocket(folder: string): Promise<LivenessSocket | undefined> {
  if (process.platform !== 'linux') return undefined
  const socket = `database.${randomBytes(6).toString('hex')}.sock`
  const directoryFd = openSync(folder, 'r')
  const server = createServer((connection) => connection.destroy())
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false))
    server.listen(toShortPath(directoryFd, socket))
  })
  if (!isListening) {
    closeSync(directoryFd)
    return undefined
  }
  server.unref()
  return {
    socket,
    close: () => {
      // close() unlinks the socket file synchronously, through /proc/self/fd: the folder must still be open.
      server.close()
      closeSync(directoryFd)
    },
  }
}

/**
 * Connects to a socket in a folder.
 *
 * @returns `open`: the process that opened it is running; `refused`: it has ended, or its host or mounted drive is another one;
 *   `unknown`: there is no such socket, or the file system does not support sockets
 */
export async function connectLivenessSocket(
  folder: string,
  socket: string,
): Promise<'open' | 'refused' | 'unknown'> {
  const directoryFd = openSync(folder, 'r')
  try {
    return await new Promise((resolve) => {
      const connection = connect(toShortPath(directoryFd, socket))
      connection.once('connect', () => {
        connection.destroy()
        resolve('open')
      })
      connection.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
        if (code === 'ECONNREFUSED') resolve('refused')
        // its queue of connections is full
        else resolve(code === 'EAGAIN' ? 'open' : 'unknown')
      })
    })
  } finally {
    closeSync(directoryFd)
  }
}

/** Paths of sockets have 107 bytes at most; that of a folder may be longer. */
const toShortPath = (directoryFd: number, name: string) => `/proc/self/fd/${directoryFd}/${name}`
