import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { extract } from 'tar'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
/** npm may have to fetch what this version does not have: so long, in milliseconds. */
const installMs = 300_000

/** The version that came before this one, ready to be started. */
export interface VersionBefore {
  /** What it is called in the repository. */
  readonly name: string
  readonly folder: string
}

/**
 * Puts the version before into a folder, from the repository: the newest tag `v*` before this commit, or what `from` names. Answers why
 * that cannot be done on this machine.
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

/** What git says; undefined where it refuses, or is not installed. */
async function git(...args: string[]): Promise<string | undefined> {
  return run('git', args, { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}

// Where the same are wanted, those of this checkout are the ones.
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
