import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** As the package lists them, by their paths in it. */
interface Link {
  readonly source: string
  readonly target: string
}

/**
 * Makes the links between the libraries of the server's programs that the package's installation script makes: many an installation runs no
 * scripts. Where the folder cannot be written, the programs say by themselves what they miss.
 */
export function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: readonly Link[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch {
      // Another start was quicker, or it is not ours to write.
    }
  }
}
