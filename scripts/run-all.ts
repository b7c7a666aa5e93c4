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
export async function runAll(steps: readonly Step[], concurrency = 1): Promise<string[]> {
  const failed: string[] = []
  const queue = [...steps]
  const runQueuedSteps = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const startedAt = Date.now()
      if (concurrency === 1) console.log(`\n── ${step.name}`)
      const { code, output } = await runStep(step, concurrency > 1)
      if (concurrency > 1) process.stdout.write(`\n── ${step.name}\n${output}`)
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
      console.log(`── ${step.name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)`)
      if (code !== 0) failed.push(step.name)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runQueuedSteps))
  return failed
}

function runStep(step: Step, isCollected: boolean): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(join('node_modules', '.bin', step.command[0] ?? ''), step.command.slice(1), {
      stdio: isCollected ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...step.env },
    })
    let output = ''
    const collect = (chunk: string) => (output += chunk)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', collect)
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
