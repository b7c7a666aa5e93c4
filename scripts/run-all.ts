import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface Step {
  readonly name: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Runs commands of node_modules/.bin and continues after failures. Sequential commands stream their output; parallel commands
 * print it when they end.
 *
 * @returns the names of those that failed
 */
export async function runAll(steps: readonly Step[], atOnce = 1): Promise<string[]> {
  const failed: string[] = []
  const waiting = [...steps]
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const started = Date.now()
      if (atOnce === 1) console.log(`\n── ${step.name}`)
      const { code, output } = await run(step, atOnce > 1)
      if (atOnce > 1) process.stdout.write(`\n── ${step.name}\n${output}`)
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      console.log(`── ${step.name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)`)
      if (code !== 0) failed.push(step.name)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return failed
}

function run(step: Step, isCollected: boolean): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(join('node_modules', '.bin', step.command[0] ?? ''), step.command.slice(1), {
      stdio: isCollected ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...step.env },
    })
    let output = ''
    const collect = (piece: string) => (output += piece)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', collect)
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
