import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a worker thread from a file next to its caller: from TypeScript in development and tests, from compiled JavaScript in
 * production.
 *
 * @param callerUrl the caller's `import.meta.url`
 * @param name path relative to the caller, without extension, e.g. `./faces.worker`
 */
export function startWorker(callerUrl: string, name: string, options: WorkerOptions = {}): Worker {
  if (!callerUrl.endsWith('.ts')) return new Worker(new URL(`${name}.js`, callerUrl), options)
  // Node 20 does not apply `--import tsx` to the entry file of a thread: a line of JavaScript loads tsx, then the file
  const url = new URL(`${name}.ts`, callerUrl).href
  const tsx = import.meta.resolve('tsx/esm/api')
  const bootstrapCode = `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(url)}) })`
  return new Worker(bootstrapCode, { ...options, eval: true })
}
