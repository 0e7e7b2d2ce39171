import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { screenshotsIn } from '../../src/pages/docs/guides/pictures.ts'
import { packedManifest } from './packed-manifest.ts'
import { compiler, dist, guides, lock, manifest, screenshots, setAside, source } from './paths.ts'

// Runs before `npm pack`. It compiles the service to JavaScript in dist/, because Node strips no types below
// node_modules, and adds its assets and the guides. It replaces the checkout's manifest by the tarball's; `postpack`
// restores it. It prints nothing: standard output is npm's answer.

rmSync(dist, { recursive: true, force: true })
compile()
// Styles, scripts of pages, migrations, lists: everything that the compiler does not make.
const isAsset = (path: string): boolean => statSync(path).isDirectory() || !path.endsWith('.ts')
cpSync(source, join(dist, 'src'), { recursive: true, filter: isAsset })
cpSync(guides, join(dist, 'docs/guides'), { recursive: true })
for (const name of shownScreenshots()) cpSync(join(screenshots, name), join(dist, 'docs/screenshots', name))
const packed = packedManifest(JSON.parse(readFileSync(manifest, 'utf8')), JSON.parse(readFileSync(lock, 'utf8')))
// The last step: a failure before it leaves the checkout unchanged.
renameSync(manifest, setAside)
writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`)

function shownScreenshots(): Set<string> {
  const files = globSync('*.md', { cwd: guides })
  return new Set(files.flatMap((file) => screenshotsIn(readFileSync(join(guides, file), 'utf8'))))
}

function compile(): void {
  try {
    execFileSync(process.execPath, [compiler, '-p', 'tsconfig.pack.json'], { encoding: 'utf8' })
  } catch (error) {
    process.stderr.write((error as { stdout?: string }).stdout ?? '')
    throw error
  }
}
