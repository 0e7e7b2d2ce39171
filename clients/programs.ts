import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Returns those of the programs that this machine lacks. */
export function missingPrograms(programs: readonly string[]): readonly string[] {
  return programs.filter((program) => spawnSync(program, ['--version']).status !== 0)
}

/** Runs a program to its end, at most two minutes. Returns its standard output. Throws with its error output. */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const options = { env: { ...process.env, ...env }, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await execute(program, args, options)
  return stdout
}
