import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The Node of the machine, if it is not the Node of this run. */
export function machineNode(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const node = folders.map((folder) => join(folder, 'node')).find((file) => existsSync(file))
  return node === undefined || versionOf(node) === versionOf(process.execPath) ? undefined : node
}

function versionOf(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' })
}
