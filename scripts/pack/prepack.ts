import { cpSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shownScreenshots } from '../../src/pages/docs/guides/pictures.ts'
import { bundle, outside } from './bundle.ts'
import { packedManifest } from './packed-manifest.ts'
import { contract, dist, guides, lock, manifest, screenshots, setAside, source } from './paths.ts'
import { makeSbom } from './sbom.ts'

// Runs before `npm pack`. It makes JavaScript of the service in dist/, because Node strips no types below node_modules,
// with what it uses of its libraries, and adds its assets, the guides and the contract. It replaces the checkout's
// manifest by the tarball's; `postpack` restores it. It prints nothing: standard output is npm's answer.

rmSync(dist, { recursive: true, force: true })
await bundle()
// Styles, scripts of pages, migrations, lists: everything that is no TypeScript.
const isAsset = (path: string): boolean => statSync(path).isDirectory() || !path.endsWith('.ts')
cpSync(source, join(dist, 'src'), { recursive: true, filter: isAsset })
cpSync(guides, join(dist, 'docs/guides'), { recursive: true })
cpSync(contract, join(dist, 'docs/contract'), { recursive: true })
const texts = globSync('*.md', { cwd: guides }).map((file) => readFileSync(join(guides, file), 'utf8'))
for (const name of shownScreenshots(texts)) cpSync(join(screenshots, name), join(dist, 'docs/screenshots', name))
writeFileSync(join(dist, 'sbom.cdx.json'), makeSbom())
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const packed = packedManifest(read(manifest), read(lock), outside)
// The last step: a failure before it leaves the checkout unchanged.
renameSync(manifest, setAside)
writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`)
