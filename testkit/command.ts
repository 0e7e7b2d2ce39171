import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `qist` in its own process on a database. */
export function runQist(databaseUrl: string, dataDir: string, ...args: string[]): Promise<CommandResult> {
  return feedQist('', databaseUrl, dataDir, ...args)
}

/** Runs `qist` with this text on its standard input. */
export function feedQist(
  input: string,
  databaseUrl: string,
  dataDir: string,
  ...args: string[]
): Promise<CommandResult> {
  const root = join(import.meta.dirname, '..')
  const child = spawn(process.execPath, [join(root, 'bin', 'qist.js'), ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A command that ignores its input may end before the text is written.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}
