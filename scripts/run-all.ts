import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface Step {
  readonly name: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Runs commands of node_modules/.bin one after another, each with its output, and goes on after a failure.
 *
 * @returns the names of those that failed
 */
export async function runAll(steps: readonly Step[]): Promise<string[]> {
  const failed: string[] = []
  for (const step of steps) {
    const started = Date.now()
    console.log(`\n── ${step.name}`)
    const code = await run(step)
    console.log(
      `── ${step.name}: ${code === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
    )
    if (code !== 0) failed.push(step.name)
  }
  return failed
}

function run(step: Step): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join('node_modules', '.bin', step.command[0] ?? ''), step.command.slice(1), {
      stdio: 'inherit',
      env: { ...process.env, ...step.env },
    })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
