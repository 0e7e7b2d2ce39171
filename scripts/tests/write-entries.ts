import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { groupFiles } from './group-files.ts'

const runner = pathToFileURL(join(import.meta.dirname, 'run-files.ts')).href

/** Writes a module for each test process to the folder. Returns their paths in order of start. */
export function writeEntries(files: readonly string[], folder: string): string[] {
  return groupFiles(files).map((group, at) => {
    // Named after its first file, in case the process fails as a whole.
    const name = `${String(at).padStart(3, '0')}-${group[0]?.replaceAll('/', '-')}.mjs`
    const path = join(folder, name)
    writeFileSync(path, `import { runFiles } from '${runner}'\nrunFiles(${JSON.stringify(group)})\n`)
    return path
  })
}
