import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { extract } from 'tar'
import { runProgram } from './programs.ts'

const unzip = '$zip = new ZipArchive(); exit($zip->open($argv[1]) === true && $zip->extractTo($argv[2]) ? 0 : 1);'

/**
 * Copies published software into a new folder: from a folder, or unpacked from a tarball or a ZIP file. Returns the
 * folder that has `marker`: the new one, or the only one within.
 */
export async function unpack(source: string, folder: string, marker: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  if (statSync(source).isDirectory()) cpSync(source, folder, { recursive: true })
  else if (source.endsWith('.zip')) await runProgram('php', ['-r', unzip, source, folder])
  else await extract({ file: source, cwd: folder })
  const folders = [folder, ...readdirSync(folder).map((name) => join(folder, name))]
  const found = folders.find((one) => globSync(join(one, marker)).length > 0)
  if (found === undefined) throw new Error(`${source} has no ${marker}`)
  return found
}

/** Returns the SHA-256 of a folder's files, with their paths in the order of the alphabet, in hex digits. */
export function checksumOf(folder: string): string {
  const hash = createHash('sha256')
  const files = globSync('**/*', { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile())
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}
