import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'

/** A program that runs beside the test, and its output. */
export interface RunningProcess {
  readonly pid: number
  readonly lines: readonly string[]
  /**
   * Waits for a line that matches, among earlier lines, too. Throws with the whole output if the program ends before.
   */
  waitForLine(pattern: RegExp): Promise<string>
  /** Returns its exit code, or the signal that ended it. */
  waitForEnd(): Promise<number | NodeJS.Signals>
  kill(signal: NodeJS.Signals): void
}

/** Options of a process. `node`: another program than the current Node. */
export type StartOptions = SpawnOptions & { readonly node?: string }

/** Starts a TypeScript file of this project in its own process. Standard output and error are read as lines. */
export function startProcess(
  file: string,
  args: readonly string[],
  { node = process.execPath, ...options }: StartOptions = {},
): RunningProcess {
  const env = basename(file) === 'serve.js' ? withServiceCache(options.env) : options.env
  const child = spawn(node, [file, ...args], { ...options, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      tell()
    })
  }
  const ended = waitForEnd(child)
  let hasEnded = false
  const noteEnd = (): void => {
    hasEnded = true
    tell()
  }
  // A failed start is reported to the caller of `waitForEnd`.
  ended.then(noteEnd, noteEnd)
  return {
    pid: child.pid ?? 0,
    lines,
    waitForLine: (pattern) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const line = lines.find((candidate) => pattern.test(candidate))
          if (line === undefined && !hasEnded) return
          listeners.delete(check)
          if (line !== undefined) resolve(line)
          else reject(new Error(`${file} ended without ${pattern}:\n${lines.join('\n')}`))
        }
        listeners.add(check)
        check()
      }),
    waitForEnd: () => ended,
    kill: (signal) => void child.kill(signal),
  }
}

// `close` comes after the last line; `exit` may come before it.
async function waitForEnd(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const [code, signal] = await once(child, 'close')
  return code ?? signal
}

/**
 * Returns the variables of a process that serves, with a compile cache of its own. A service loads its code under
 * another flag of V8 (`src/entries/processes/young-generation.ts`), and V8 rejects code that was compiled under other
 * flags. With one cache, services and other programs would compile everything again in turn.
 */
export function withServiceCache(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const cache = env['NODE_COMPILE_CACHE']
  return cache === undefined ? env : { ...env, NODE_COMPILE_CACHE: `${cache}-of-services` }
}
