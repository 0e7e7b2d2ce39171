import { execFileSync } from 'node:child_process'
import { accessSync, constants, globSync } from 'node:fs'
import { join } from 'node:path'
import { canSeeProcesses } from '../testkit/process-table.ts'

/** The paths of a cluster's programs. */
export interface ClusterPrograms {
  readonly etcd: string
  readonly patroni: string
  readonly haproxy: string
  /** PostgreSQL's folder of programs. */
  readonly postgres: string
  /** Their versions as text. */
  readonly versions: string
}

/** Finds the programs. Returns a text that names the missing ones. */
export function findClusterPrograms(): ClusterPrograms | string {
  if (!canSeeProcesses) return 'processes cannot be looked into here'
  const [etcd, patroni, haproxy] = ['etcd', 'patroni', 'haproxy'].map(findProgram)
  const postgres = findPostgres()
  const found = { etcd, patroni, haproxy, postgresql: postgres }
  const missing = Object.entries(found).flatMap(([name, path]) => (path === undefined ? [name] : []))
  if (!etcd || !patroni || !haproxy || !postgres) return `not installed here: ${missing.join(', ')}`
  const versions = [
    `PostgreSQL ${versionOf(join(postgres, 'postgres'), '--version')}`,
    `Patroni ${versionOf(patroni, '--version')}`,
    `etcd ${versionOf(etcd, '--version')}`,
    `HAProxy ${versionOf(haproxy, '-v')}`,
  ]
  return { etcd, patroni, haproxy, postgres, versions: versions.join(', ') }
}

function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

// Debian keeps the programs of each version in its own folder. Only some of them are in PATH.
function findPostgres(): string | undefined {
  const needed = ['initdb', 'pg_basebackup', 'pg_ctl', 'pg_rewind', 'postgres']
  const folders = globSync('/usr/lib/postgresql/*/bin').concat((process.env['PATH'] ?? '').split(':'))
  return folders
    .filter((folder) => needed.every((name) => isProgram(join(folder, name))))
    .filter((folder) => Number.parseInt(versionOf(join(folder, 'postgres'), '--version'), 10) >= 15)
    .at(0)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function versionOf(program: string, flag: string): string {
  return /\d+(\.\d+)+/.exec(execFileSync(program, [flag], { encoding: 'utf8' }))?.[0] ?? 'unknown'
}
