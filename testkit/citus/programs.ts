import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

/** The reason, in one line, why this machine can run no cluster. */
export class NoCluster extends Error {}

const version = 15
const installed = [`usr/lib/postgresql/${version}`, `usr/share/postgresql/${version}`]

/**
 * Copies PostgreSQL and Citus into a folder and returns the path of the programs; the installed files stay unchanged.
 * The server is from Debian's package, Citus from the tarball of CITUS_TARBALL. Throws NoCluster if one of them is
 * missing.
 */
export function unpackPrograms(folder: string): string {
  const tarball = process.env['CITUS_TARBALL'] ?? ''
  if (!existsSync(`/usr/lib/postgresql/${version}/bin/postgres`)) {
    throw new NoCluster(`PostgreSQL ${version} is not installed: apt-get install postgresql-${version}`)
  }
  if (tarball === '') throw new NoCluster(`CITUS_TARBALL names no tarball of Citus for PostgreSQL ${version}`)
  if (!existsSync(tarball)) throw new NoCluster(`CITUS_TARBALL names ${tarball}, which is not there`)
  // A server looks for its files beside its program.
  for (const part of installed) cpSync(join('/', part), join(folder, part), { recursive: true, dereference: true })
  try {
    execFileSync('tar', ['--zstd', '-xf', tarball, '-C', folder, '--no-same-owner'], { stdio: 'pipe' })
  } catch (error) {
    const [line] = String(error instanceof Error && 'stderr' in error ? error.stderr : error).split('\n')
    throw new NoCluster(`CITUS_TARBALL could not be unpacked: ${line}`)
  }
  if (!existsSync(join(folder, `usr/lib/postgresql/${version}/lib/citus.so`))) {
    throw new NoCluster(`CITUS_TARBALL has no Citus for PostgreSQL ${version}`)
  }
  return join(folder, `usr/lib/postgresql/${version}/bin`)
}
