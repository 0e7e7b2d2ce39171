import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packedManifest } from './packed-manifest.ts'
import { compiler, dist, guides, lock, manifest, setAside, source } from './paths.ts'

// Before `npm pack`: the service as plain JavaScript in dist/, for Node strips no types below node_modules, with its assets and the guides
// beside it, and the tarball's manifest in the place of the checkout's, which `postpack` puts back. It prints nothing: standard output is
// npm's answer.

rmSync(dist, { recursive: true, force: true })
compile()
// Styles, scripts of pages, migrations, lists: whatever the compiler has not made.
const isAsset = (path: string): boolean => statSync(path).isDirectory() || !path.endsWith('.ts')
cpSync(source, join(dist, 'src'), { recursive: true, filter: isAsset })
cpSync(guides, join(dist, 'docs/guides'), { recursive: true })
const packed = packedManifest(JSON.parse(readFileSync(manifest, 'utf8')), JSON.parse(readFileSync(lock, 'utf8')))
// Last, and each step whole: a failure before this leaves the checkout as it was.
renameSync(manifest, setAside)
writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`)

function compile(): void {
  try {
    execFileSync(process.execPath, [compiler, '-p', 'tsconfig.pack.json'], { encoding: 'utf8' })
  } catch (error) {
    process.stderr.write((error as { stdout?: string }).stdout ?? '')
    throw error
  }
}
