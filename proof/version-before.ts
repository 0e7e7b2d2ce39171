import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { extract } from 'tar'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
/** The limit, in milliseconds, for npm to install packages that this version lacks. */
const installMs = 300_000

/** The previous version, ready to start. */
export interface VersionBefore {
  /** Its name in the repository. */
  readonly name: string
  readonly folder: string
}

/**
 * Exports the previous version into a folder: the newest tag `v*` before this commit, or `from`. Returns a text if this
 * machine cannot do that.
 */
export async function exportVersionBefore(folder: string, from: string | undefined): Promise<VersionBefore | string> {
  if (!existsSync(join(root, '.git'))) return 'this is no checkout of the repository: there is no version before it'
  const name = from ?? (await git('tag', '--list', 'v*', '--merged', 'HEAD', '--no-contains', 'HEAD', sorted))
  if (name === undefined) return 'git is not here'
  if (name === '') return 'the repository has no tag v* before this commit (git fetch --tags brings them)'
  mkdirSync(folder, { recursive: true })
  const archive = `${folder}.tar`
  if ((await git('archive', '--format=tar', `--output=${archive}`, first(name))) === undefined) {
    return `the repository has not got ${first(name)}`
  }
  await extract({ file: archive, cwd: folder })
  return (await addDependencies(folder)) ?? { name: first(name), folder }
}

const sorted = '--sort=-version:refname'

function first(lines: string): string {
  return lines.split('\n')[0] ?? ''
}

/** Returns git's output; undefined if git fails or is not installed. */
async function git(...args: string[]): Promise<string | undefined> {
  return run('git', args, { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}

// If both versions need the same packages, it uses those of this checkout.
async function addDependencies(folder: string): Promise<string | undefined> {
  if (dependenciesOf(folder) === dependenciesOf(root)) {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    return undefined
  }
  const args = ['ci', '--ignore-scripts', '--omit=optional', '--prefer-offline', '--no-audit', '--no-fund']
  return run('npm', args, { cwd: folder, timeout: installMs }).then(
    () => undefined,
    (error: Error) => `npm cannot install what the version before needs: ${first(error.message)}`,
  )
}

function dependenciesOf(folder: string): string {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  return JSON.stringify({ ...packages, '': { ...packages[''], version: '' } })
}
