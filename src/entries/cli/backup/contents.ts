import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Refusal } from '../../../platform/base/refusals.ts'
import { version } from '../../../platform/base/version.ts'
import { syncFolder } from '../../../platform/db/embedded/folders.ts'
import { listKnownMigrations } from '../../../platform/db/migration-files.ts'
import type { OpenProgressBar } from '../progress-bar.ts'
import { sumFile, workAtOnce } from './files.ts'

/** The manifest of a backup, `backup.json`. */
export interface BackupManifest {
  readonly format: 1
  readonly qist: string
  /** Major version of PostgreSQL that the files need. */
  readonly postgres: string
  /** The newest migration of the database. */
  readonly migration: string
  readonly created_at: string
  readonly attachments: number
  readonly files: number
  readonly bytes: number
  /** All folders, parents first. PostgreSQL needs its empty ones, too. */
  readonly folders: readonly string[]
}

export interface Contents {
  readonly about: BackupManifest
  /** SHA-256 by path. */
  readonly sums: ReadonlyMap<string, string>
}

const aboutFile = 'backup.json'
/** The format of `sha256sum`. */
const sumsFile = 'SHA256SUMS'

/** Completes a backup: writes the manifest and the checksums of a folder. Everything is on disk when this returns. */
export async function sealBackup(
  folder: string,
  facts: Pick<BackupManifest, 'created_at' | 'attachments'>,
  openBar: OpenProgressBar,
): Promise<BackupManifest> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof entries)[number]): string =>
    join(entry.parentPath, entry.name)
      .slice(folder.length + 1)
      .replaceAll(sep, '/')
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(pathOf)
    .sort()
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(pathOf)
    .sort()
  const sums = new Map<string, string>()
  const total = paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 1)
  const bar = openBar('Flushing', total)
  let bytes = 0
  await workAtOnce(paths, async (path) => {
    const sum = await sumFile(join(folder, path))
    sums.set(path, sum.sha256)
    bytes += sum.bytes
    bar.tell(bytes)
  })
  bar.end()
  const postgres = (await readFile(join(folder, 'postgres/data/PG_VERSION'), 'utf8')).trim()
  const migration = listKnownMigrations().at(-1) ?? ''
  const about: BackupManifest = {
    format: 1,
    qist: version,
    postgres,
    migration,
    ...facts,
    files: paths.length,
    bytes,
    folders,
  }
  await writeFile(join(folder, aboutFile), `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600 })
  sums.set(aboutFile, (await sumFile(join(folder, aboutFile))).sha256)
  const lines = [...sums].map(([path, sha256]) => `${sha256}  ${path}\n`)
  await writeFile(join(folder, sumsFile), lines.sort().join(''), { mode: 0o600, flush: true })
  for (const path of ['', ...folders]) syncFolder(join(folder, path))
  return about
}

/**
 * Returns the manifest and the checksums of a backup. Refuses an incomplete backup, and a format that this version does
 * not know.
 */
export async function readContents(folder: string): Promise<Contents> {
  const read = (name: string): Promise<string> =>
    readFile(join(folder, name), 'utf8').catch((error) => refuse(`${folder} is no whole backup (${error.message})`))
  const sums = new Map<string, string>()
  for (const line of (await read(sumsFile)).trimEnd().split('\n')) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? refuse(damaged(folder, sumsFile))
    if (!isBelow(path ?? '')) refuse(damaged(folder, sumsFile))
    sums.set(path ?? '', sha256 ?? '')
  }
  const text = await read(aboutFile)
  if (sums.get(aboutFile) !== createHash('sha256').update(text).digest('hex')) refuse(damaged(folder, aboutFile))
  const about = JSON.parse(text) as BackupManifest
  if (about.format !== 1) refuse(`${folder} was made by Qist ${about.qist}, whose backups this version does not know`)
  sums.delete(aboutFile)
  if (sums.size !== about.files || !about.folders.every(isBelow)) refuse(damaged(folder, sumsFile))
  return { about, sums }
}

/** Returns the message for a file that differs from its checksum. */
export function damaged(folder: string, path: string): string {
  return `${join(folder, path)} is damaged, or not of this backup: nothing was restored`
}

export function refuse(message: string): never {
  throw new Refusal('bad_data', message)
}

function isBelow(path: string): boolean {
  return !path.startsWith('/') && path.split('/').every((name) => !['', '.', '..'].includes(name))
}
