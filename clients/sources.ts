import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { extract } from 'tar'
import type { World } from './world.ts'

/** Returns the SHA-256 over the names and the contents of a folder's files, in the order of their names. */
export function hashFolder(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, name: relative(folder, file).split(sep).join('/') }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const hash = createHash('sha256')
  for (const { file, name } of files) {
    const content = readFileSync(file)
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Returns the SHA-256 of a file. */
export function hashFile(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

const unzip = '$zip = new ZipArchive(); exit($zip->open($argv[1]) === true && $zip->extractTo($argv[2]) ? 0 : 1);'

/**
 * Copies a client's folder, or unpacks its tarball or ZIP file, into the world's folder. Returns the folder that has the
 * file `marker`: the new one, or one within. Throws if none has it.
 */
export async function placeClient(world: World, name: string, source: string, marker: string): Promise<string> {
  const folder = join(world.folder, 'clients', name)
  mkdirSync(folder, { recursive: true })
  if (statSync(source).isDirectory()) cpSync(source, folder, { recursive: true })
  else if (source.endsWith('.zip')) await readProgram(world, 'php', ['-r', unzip, source, folder])
  else await extract({ file: source, cwd: folder })
  const folders = [folder, ...readdirSync(folder).map((one) => join(folder, one))]
  const found = folders.find((one) => globSync(join(one, marker)).length > 0)
  if (found === undefined) throw new Error(`${source} has no ${marker}`)
  return found
}

/** Runs a program to its end. Returns its output, or undefined if it fails, is missing or takes too long. */
export async function runProgram(
  world: World,
  program: string,
  args: readonly string[],
  limitMs = 120_000,
  env: NodeJS.ProcessEnv = {},
): Promise<string | undefined> {
  return readProgram(world, program, args, limitMs, env).catch(() => undefined)
}

/** The same, and throws with its output if it fails, is missing or takes too long. */
export async function readProgram(
  world: World,
  program: string,
  args: readonly string[],
  limitMs = 120_000,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const started = world.start(program, args, env)
  const limit = setTimeout(() => started.kill('SIGKILL'), limitMs)
  try {
    const ended = await started.waitForEnd()
    const output = started.lines.join('\n')
    if (ended !== 0) throw new Error(`${program} ended with ${ended}: ${output}`)
    return output
  } finally {
    clearTimeout(limit)
  }
}

/** Downloads a package with the npm client. Returns its tarball, or undefined if it cannot be had. */
export async function packNpm(world: World, spec: string): Promise<string | undefined> {
  const folder = join(world.folder, 'tarballs')
  mkdirSync(folder, { recursive: true })
  const output = await runProgram(world, 'npm', ['pack', '--silent', spec, '--pack-destination', folder])
  const file = output === undefined ? '' : join(folder, output.trim().split('\n').at(-1) ?? '')
  return file !== '' && existsSync(file) ? file : undefined
}
