import { type ChildProcess, fork } from 'node:child_process'

/** Variables of the system, Node and native libraries. Settings of the server, which contain secrets, are not passed on. */
const inheritedVariables =
  /^(PATH|HOME|USER|TMPDIR|TEMP|TMP|TZ|LANG|LC_.+|LD_.+|DYLD_.+|NODE_.+|UV_.+|MALLOC_.+|VIPS_.+|SYSTEMROOT)$/i

/**
 * Starts a process from a file next to its caller: from TypeScript in development and tests, from compiled JavaScript in
 * production. Messages are structured clones. Its environment lacks the settings of the server, which contain secrets. It must
 * exit when its channel is disconnected, i.e. when this process dies.
 *
 * @param callerUrl the caller's `import.meta.url`
 * @param name path relative to the caller, without extension, e.g. `./faces.worker`
 * @param options.nodeFlags options of Node for the process
 * @param options.env variables that it gets besides those of this process, and instead of them
 * @throws Error when the system has no memory for another process
 */
export function startChildProcess(
  callerUrl: string,
  name: string,
  args: readonly string[],
  options: { nodeFlags?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
): ChildProcess {
  const isSource = callerUrl.endsWith('.ts')
  const environment = Object.entries(process.env).filter(([variable]) => inheritedVariables.test(variable))
  return fork(new URL(`${name}.${isSource ? 'ts' : 'js'}`, callerUrl), args, {
    execArgv: [...(options.nodeFlags ?? []), ...(isSource ? ['--import', import.meta.resolve('tsx')] : [])],
    serialization: 'advanced',
    env: { ...Object.fromEntries(environment), ...options.env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}
