import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Runs the page with hot reload (Vite) next to the server, which restarts when its sources change. */
const commands = [
  // messages are read as files, not imported
  [
    'tsx',
    'watch',
    '--clear-screen=false',
    '--include=./server/**/messages.*.json',
    '--include=./contract/messages.*.json',
    'server/main.ts',
  ],
  ['vite'],
] as const

const children = commands.map((command) =>
  spawn(join('node_modules', '.bin', command[0]), command.slice(1), {
    stdio: 'inherit',
    env: { ...process.env },
  }),
)
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGTERM')
    process.exitCode = code ?? 0
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
