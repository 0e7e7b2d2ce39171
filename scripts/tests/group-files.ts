import { readFileSync } from 'node:fs'
import { isSlow } from './budgets.ts'

/** Loading the service and its first request take longer than most files. More files in a process need more memory. */
const filesInGroup = 10

/** Files with these change the state of their process. */
const changesProcess =
  /\bprocess\.env\[[^\]]+\] = |\bprocess\.(on|chdir|umask)\(|\bmock\.(timers|method)\b|\b(globalThis|syncBuiltinESMExports)\b|Object\.assign\(markets|\bopenProduction\(/

/** Files with these take much longer than loading the service. */
const startsProcesses = /node:child_process|\b(startProcess|startService|spawnService|startSandbox|openRun)\(/

/**
 * Returns the files of each test process, slow ones first. Neighbours share a process, because they load the same code.
 */
export function groupFiles(files: readonly string[]): string[][] {
  const alone = files.filter((file) => isSlow(file) || needsOwnProcess(readFileSync(file, 'utf8')))
  const together = files.filter((file) => !alone.includes(file))
  const groups: string[][] = []
  for (let at = 0; at < together.length; at += filesInGroup) groups.push(together.slice(at, at + filesInGroup))
  return [...alone.sort((one, other) => Number(isSlow(other)) - Number(isSlow(one))).map((file) => [file]), ...groups]
}

function needsOwnProcess(source: string): boolean {
  return changesProcess.test(source) || startsProcesses.test(source)
}
