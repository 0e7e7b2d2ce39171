import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Breakage, breakages } from './breakages.ts'

const root = join(import.meta.dirname, '..')

/** Returns the sources with a breakage's edits. Throws, with the place, if an edit no longer fits. */
export function breakSources({ name, edits }: Breakage): Map<string, string> {
  const edited = new Map<string, string>()
  for (const { file, find, replace } of edits) {
    const path = join(root, file)
    const source = edited.get(path) ?? readFileSync(path, 'utf8')
    const times = source.split(find).length - 1
    if (times !== 1) throw new Error(`${name}: ${file} has ${times} times, and not once: ${JSON.stringify(find)}`)
    edited.set(
      path,
      source.replace(find, () => replace),
    )
  }
  return edited
}

/** Returns the breakages that no longer fit the sources, with the places. */
export function findUnfitting(): string[] {
  return breakages.flatMap((breakage) => {
    try {
      breakSources(breakage)
      return []
    } catch (error) {
      return [(error as Error).message]
    }
  })
}
