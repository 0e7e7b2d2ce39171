import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../pack/paths.ts'
import { makeSbom } from '../pack/sbom.ts'
import { findDisagreements, findNotes, versionPlaces } from './versions.ts'

// `npm run release`: makes everything that a release publishes, in an empty folder: the tarballs of service and SDK, the
// bill of materials, the notes, and the checksums. It publishes nothing; `.github/workflows/release.yml` does. The same
// commit gives the same bytes.

const usage = 'Usage: npm run release -- --out FOLDER [--tag v1.2.3]'
process.exitCode = makeRelease()

function makeRelease(): number {
  const { out, tag } = readOptions()
  if (out === undefined) return fail([usage])
  const texts = Object.fromEntries(
    Object.keys(versionPlaces).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
  const disagreements = findDisagreements(texts, tag)
  if (disagreements.length > 0) return fail(disagreements)
  mkdirSync(out, { recursive: true })
  if (readdirSync(out).length > 0) return fail([`${out} is not empty`])
  pack('.', out)
  pack('sdk', out)
  writeFileSync(join(out, 'sbom.cdx.json'), makeSbom())
  writeFileSync(join(out, 'notes.md'), findNotes(texts['CHANGELOG.md'] ?? ''))
  writeFileSync(join(out, 'SHA256SUMS'), sumsOf(out))
  process.stdout.write(`${readdirSync(out).sort().join('\n')}\n`)
  return 0
}

function readOptions(): { readonly out: string | undefined; readonly tag: string | undefined } {
  const { values } = parseArgs({ options: { out: { type: 'string' }, tag: { type: 'string' } } })
  return { out: values.out === undefined ? undefined : resolve(values.out), tag: values.tag }
}

function pack(folder: string, out: string): void {
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  execFileSync('npm', ['pack', '--silent', '--pack-destination', out], { cwd: join(root, folder), stdio: [...stdio] })
}

/** Returns the checksums as `sha256sum --check` reads them. */
function sumsOf(folder: string): string {
  const files = readdirSync(folder).sort()
  const sum = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
  return files.map((file) => `${sum(file)}  ${file}\n`).join('')
}

function fail(why: readonly string[]): number {
  process.stderr.write(`${why.join('\n')}\n`)
  return 1
}
